import type { Worker } from 'node:worker_threads'
import type { ComposedMessage } from './compose-message.ts'
import type { ComposeReply } from './compose-thread.ts'
import { ComposeError, type OutgoingMessage } from './outgoing-message.ts'

export interface ComposeApartOptions {
  /** Starts the thread of a file with so many megabytes of memory. Inside an executable the file only names the thread. */
  readonly start: (file: URL, limits: { readonly memory: number }) => Worker
  /** Milliseconds for all messages; the thread ends afterwards. */
  readonly deadline?: number
  /** Hands the bytes of files over, so that none are copied: the caller can't read them afterwards. */
  readonly handsOver?: boolean
}

/** Megabytes of objects; the bytes of files are not among them. */
const memory = 512
const usualDeadline = 30_000

/**
 * Builds messages one after another in a thread of their own, which ends with the last one.
 * @throws {ComposeError} of the first message that cannot be built; {Error} where the thread failed or took too long
 */
export async function composeApart(
  messages: readonly OutgoingMessage[],
  { start, deadline = usualDeadline, handsOver = false }: ComposeApartOptions,
): Promise<readonly ComposedMessage[]> {
  const worker = start(new URL('compose-thread.ts', import.meta.url), { memory })
  const timer = setTimeout(() => void worker.terminate(), deadline)
  try {
    const composed: ComposedMessage[] = []
    for (const message of messages) {
      composed.push(await composeIn(worker, message, handsOver ? buffersOf(message) : []))
    }
    return composed
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

async function composeIn(
  worker: Worker,
  message: OutgoingMessage,
  handedOver: readonly ArrayBuffer[],
): Promise<ComposedMessage> {
  const settled = Promise.withResolvers<ComposeReply>()
  const fail = (error: unknown): void => settled.reject(error)
  const end = (): void => settled.reject(new Error('The thread that composes messages ended.'))
  worker.once('message', settled.resolve)
  worker.once('error', fail)
  worker.once('exit', end)
  try {
    worker.postMessage(message, handedOver)
    const reply = await settled.promise
    if (reply.kind === 'refused') throw new ComposeError(reply.field, reply.message)
    const { buffer, byteOffset, byteLength } = reply.bytes
    return { bytes: Buffer.from(buffer, byteOffset, byteLength), needsSmtpUtf8: reply.needsSmtpUtf8 }
  } finally {
    worker.off('message', settled.resolve)
    worker.off('error', fail)
    worker.off('exit', end)
  }
}

/** Memory that only the files of a message are in; small buffers share theirs. */
function buffersOf({ attachments = [] }: OutgoingMessage): readonly ArrayBuffer[] {
  const all = attachments.map(({ bytes }) => bytes)
  const own = all.filter(({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength)
  return [...new Set(own.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
}
