import { Problem } from '@host/plugin'
import { checkJsonTexts } from './storable-text.ts'

const jsonType = /^application\/json\s*(?:;|$)/i

/**
 * The JSON body of a request; undefined when it is empty.
 * @throws Problem `body_too_large`, `unsupported_media_type`, `bad_request`
 */
export async function bodyInput(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !jsonType.test(type)) throw new Problem('unsupported_media_type')
  if (request.headers.has('content-encoding')) {
    throw new Problem('unsupported_media_type', {
      detail: 'The body of the request is compressed.',
      nextStep: 'Send it as it is, without a Content-Encoding.',
    })
  }
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Problem('body_too_large')
  const text = await readText(request)
  if (text === '') return undefined
  if (Buffer.byteLength(text) > limit) throw new Problem('body_too_large')
  if (type === null) throw new Problem('unsupported_media_type')
  const value = parse(text)
  checkJsonTexts(text, value)
  return value
}

async function readText(request: Request): Promise<string> {
  try {
    return await request.text()
  } catch (error) {
    if (isTooLarge(error)) throw new Problem('body_too_large', { cause: error })
    throw new Problem('bad_request', { detail: 'The body of the request could not be read to its end.', cause: error })
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Problem('bad_request', { detail: 'The body of the request is not valid JSON.', cause: error })
  }
}
