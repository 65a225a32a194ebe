/**
 * The body of a request, chunk by chunk. A reader that stops early leaves the connection as it is, so that its answer,
 * which states why, still reaches the client; canceling a stream of the adapter would close the connection instead.
 */
import type { IncomingMessage } from 'node:http'
import { nodeExchange } from './node-request.ts'

/** Reads the next chunk; undefined at the end. @throws the error of the connection, or the reason of the signal */
export type NextChunk = (signal: AbortSignal) => Promise<Uint8Array | undefined>

/** Begins to read the body of a request. */
export function bodyChunks(request: Request): NextChunk {
  const message = nodeExchange(request)?.request
  return message === undefined ? chunksByHand(request) : chunksOf(message)
}

function chunksOf(message: IncomingMessage): NextChunk {
  return async (signal) => {
    for (;;) {
      signal.throwIfAborted()
      const chunk = message.read() as Uint8Array | null
      if (chunk !== null) return chunk
      if (message.readableEnded) return undefined
      if (message.destroyed) throw message.errored ?? new Error('The client closed the connection.')
      await wake(message, signal)
    }
  }
}

/** Resolves when a message may have more, or has ended. */
async function wake(message: IncomingMessage, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waken = (): void => resolve()
  const events = ['readable', 'end', 'error', 'close'] as const
  for (const event of events) message.on(event, waken)
  signal.addEventListener('abort', waken, { once: true })
  await promise
  signal.removeEventListener('abort', waken)
  for (const event of events) message.off(event, waken)
}

/** A request that was made by hand, as tests do. */
function chunksByHand(request: Request): NextChunk {
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  return async (signal) => {
    signal.throwIfAborted()
    const read = await reader?.read()
    signal.throwIfAborted()
    return read?.value
  }
}
