/**
 * The body of a request, read once for all: after the host has read it, the request itself still gives it to a handler,
 * as text, JSON, bytes, form or stream.
 */
import type { IncomingMessage } from 'node:http'
import { Problem } from '@host/plugin'
import { nodeExchange } from './node-request.ts'

const empty: Buffer = Buffer.alloc(0)

/** Pieces from this size on are kept as they came. */
const largePiece = 16 * 1024

/**
 * The bytes of a body that nobody has read yet.
 * @param limit the most bytes that are read
 * @throws Problem `body_too_large`; `bad_request` when the client leaves in its middle
 * @throws TypeError when somebody has read it already
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (request.method === 'GET' || request.method === 'HEAD') return empty
  const message = nodeExchange(request)?.request
  if (message === undefined) return await readCopy(request, limit)
  if (!hasBody(message)) return empty
  if (message.readableDidRead || message.listenerCount('data') > 0) throw alreadyRead()
  const body = await readMessage(message, limit)
  // What the adapter's request reads from instead of the message, when it is there.
  Object.defineProperty(message, 'rawBody', { value: body })
  return body
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function readMessage(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= limit) keepPiece(chunks, chunk)
      else end(() => reject(new Problem('body_too_large')))
    }
    const complete = (): void =>
      end(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const breakOff = (): void => end(() => reject(incomplete(message.errored)))
    const end = (settle: () => void): void => {
      message.off('data', take).off('end', complete).off('error', breakOff).off('close', breakOff)
      if (!message.readableEnded) message.pause()
      settle()
    }
    message.on('data', take).once('end', complete).once('error', breakOff).once('close', breakOff)
    if (message.destroyed) breakOff()
  })
}

/**
 * Puts a piece behind those before it and joins the small ones: a body sent byte by byte, each a chunk of its own, would
 * make of one megabyte more than two hundred of small objects.
 */
function keepPiece(pieces: Buffer[], piece: Buffer): void {
  let last = piece
  for (let before = pieces.at(-1); before !== undefined && before.length <= last.length; before = pieces.at(-1)) {
    if (last.length >= largePiece) break
    last = Buffer.concat([before, last])
    pieces.pop()
  }
  pieces.push(last)
}

/** A request that was made by hand keeps its body: a copy is read. */
async function readCopy(request: Request, limit: number): Promise<Buffer> {
  if (request.bodyUsed) throw alreadyRead()
  const body: ReadableStream<Uint8Array> | null = request.body === null ? null : request.clone().body
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Cancelling a copy waits for the original to be cancelled too.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      size += chunk.length
      if (size > limit) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw incomplete(error)
  }
  if (size > limit) throw new Problem('body_too_large')
  return Buffer.concat(chunks)
}

function incomplete(cause: unknown): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The body of the request could not be read to its end.', zh: '请求正文未能完整读取。' },
    cause,
  })
}

function alreadyRead(): TypeError {
  return new TypeError('The body of the request was read before: wrap the handler itself, outside of what reads it.')
}
