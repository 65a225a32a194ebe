import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { RawAnswer } from './raw-answer.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** The codings that are asked for and understood. */
export const acceptedCodings = 'gzip, deflate, br'

/**
 * The body without its coding, at most `maxBytes` of it: a small answer may decode to a large one, and one inside
 * another to an endless one, so there is a single layer.
 * @throws SafeHttpError `too_large`, `bad_answer`
 */
export async function decodeBody({ headers, body }: RawAnswer, maxBytes: number): Promise<Buffer> {
  const given = headers['content-encoding']
  if (given === undefined || body.length === 0) return body
  const coding = [given].flat().join(',').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return body
  const decode = decoderOf(coding, body)
  if (decode === undefined) throw new SafeHttpError('bad_answer')
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new SafeHttpError(isTooLarge ? 'too_large' : 'bad_answer', error)
  }
}

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
}

function decoderOf(coding: string, body: Buffer): Decoder | undefined {
  // The standard requires zlib, some servers send the bare stream; the first byte decides.
  if (coding === 'deflate') return promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)
  return Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
}
