/** The thread that parses messages, so that a hostile one cannot stop the event loop. One message at a time. */
import { parentPort } from 'node:worker_threads'
import type { ParseLimits } from './limits.ts'
import { parseMessage, type ParsedMessage } from './parse-message.ts'

export interface ParseRequest {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly limits: ParseLimits
}

export type ParseReply = { readonly kind: 'ready' } | { readonly kind: 'parsed'; readonly message: ParsedMessage }

const send = (reply: ParseReply, transferList: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, transferList)

parentPort?.on('message', ({ bytes, limits }: ParseRequest) => {
  const message = parseMessage(bytes, limits)
  const memory = message.attachments.map(({ bytes: content }) => content.buffer)
  send({ kind: 'parsed', message }, memory)
})

send({ kind: 'ready' })
