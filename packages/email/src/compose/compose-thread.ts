/** The thread that composes large messages, so that encoding them does not stop the event loop. */
import { parentPort } from 'node:worker_threads'
import { composeMessage } from './compose-message.ts'
import { ComposeError, type OutgoingMessage } from './outgoing-message.ts'

export type ComposeReply =
  | { readonly kind: 'composed'; readonly bytes: Uint8Array; readonly needsSmtpUtf8: boolean }
  | { readonly kind: 'refused'; readonly field: string; readonly message: string }

parentPort?.on('message', (message: OutgoingMessage) => {
  composeMessage(message).then(
    ({ bytes, needsSmtpUtf8 }) => {
      // A copy with memory of its own: small buffers share theirs.
      const own = new Uint8Array(bytes)
      send({ kind: 'composed', bytes: own, needsSmtpUtf8 }, [own.buffer])
    },
    (error: unknown) => {
      if (!(error instanceof ComposeError)) throw error
      send({ kind: 'refused', field: error.field, message: error.message })
    },
  )
})

function send(reply: ComposeReply, transferList: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transferList)
}
