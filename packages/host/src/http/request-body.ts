/**
 * The body of a request, read once for all: after the host has read it, the request itself still gives it to a handler,
 * as text, JSON, bytes, form or stream.
 */
import { Problem } from '@host/plugin'
import { nodeExchange } from './node-request.ts'
import { alreadyRead, incomplete } from './socket-body.ts'

const empty: Buffer = Buffer.alloc(0)

/**
 * The bytes of a body that has not been read yet.
 * @param limit the most bytes that are read
 * @throws Problem `body_too_large`; `bad_request` when the client disconnects; those of a full budget
 * @throws TypeError when it was read already
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (request.method === 'GET' || request.method === 'HEAD') return empty
  const exchange = nodeExchange(request)
  if (exchange === undefined) return await readCopy(request, limit)
  return (await exchange.body?.read(limit)) ?? empty
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
