import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { RawResult } from './prepared-statements.ts'
import type { WriterOptions, WriterReply, WriterRequest } from './sqlite-writer.ts'
import { DatabaseError } from '../database-error.ts'
import type { ThreadCode } from '../../support/start-thread.ts'
import { receivedError } from './sqlite-error.ts'
import { writerThreads } from './sqlite-thread.ts'

/** How long the last writes and the close may take, in milliseconds: as long as one write waits for other processes. */
const longestClose = 30_000

export interface WriterClientOptions extends Omit<WriterOptions, 'leasePort'> {
  readonly threadCode?: ThreadCode | undefined
  /** Called when the thread has ended by itself; nothing is read or written any more. */
  readonly onWriterLost?: (error: Error) => void
}

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never

interface Call {
  readonly resolve: (results: readonly RawResult[]) => void
  readonly reject: (error: Error) => void
}

/** The main thread's end of the writer: calls of one turn go over in one message, and answers come back in one. */
export class WriterClient {
  /** Leads to the lease runner in the writer's thread. */
  readonly leasePort: MessagePort
  readonly #worker: Worker
  readonly #threadCode: ThreadCode | undefined
  readonly #calls = new Map<number, Call>()
  #outgoing: WriterRequest[] = []
  #lastId = 0
  #closing: Promise<void> | undefined
  #end: DatabaseError | undefined

  private constructor(worker: Worker, leasePort: MessagePort, { threadCode, onWriterLost }: WriterClientOptions) {
    this.#worker = worker
    this.#threadCode = threadCode
    this.leasePort = leasePort
    worker.on('message', (replies: readonly WriterReply[]) => this.#receive(replies))
    worker.on('error', (error: Error) => this.#lose(error, onWriterLost))
    worker.on('exit', (code) => this.#lose(new Error(`It exited with code ${code}.`), onWriterLost))
    worker.unref()
  }

  /** Resolves when the connection of a thread is open. */
  static async start(options: WriterClientOptions): Promise<WriterClient> {
    const { port1, port2 } = new MessageChannel()
    const worker = writerThreads.take(options.threadCode)
    const request: WriterOptions = { path: options.path, durability: options.durability, leasePort: port2 }
    worker.postMessage(request, [port2])
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
      worker.once('exit', (code) =>
        reject(new Error(`The writer thread exited with code ${code} before it was ready.`)),
      )
    })
    return new WriterClient(worker, port1, options)
  }

  /**
   * Sends a request; `transaction` of the later ones is the id that `begin` was given. While the database closes, only
   * transactions that have begun are served.
   */
  send(request: WithoutId<WriterRequest>): { readonly id: number; readonly results: Promise<readonly RawResult[]> } {
    this.#lastId += 1
    const id = this.#lastId
    const results = new Promise<readonly RawResult[]>((resolve, reject) => {
      const refusal = this.#end ?? (this.#closing === undefined || 'transaction' in request ? undefined : closed())
      if (refusal !== undefined) return reject(refusal)
      if (this.#calls.size === 0) this.#worker.ref()
      this.#calls.set(id, { resolve, reject })
      if (this.#outgoing.push({ ...request, id }) === 1) queueMicrotask(() => this.#flush())
    })
    return { id, results }
  }

  async close(): Promise<void> {
    await (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    if (this.#end !== undefined) return
    const closing = this.send({ kind: 'close' }).results.then(() => true)
    const hasClosed = await Promise.race([closing, sleep(longestClose, false, { ref: false })])
    this.#stop(closed())
    await (hasClosed ? writerThreads.keep(this.#worker, this.#threadCode) : this.#worker.terminate())
  }

  #flush(): void {
    const requests = this.#outgoing
    this.#outgoing = []
    if (this.#end === undefined) this.#worker.postMessage(requests)
  }

  #receive(replies: readonly WriterReply[]): void {
    for (const reply of replies) {
      const call = this.#calls.get(reply.id)
      this.#calls.delete(reply.id)
      if ('failure' in reply) call?.reject(receivedError(reply.failure))
      else call?.resolve(reply.results)
    }
    if (this.#calls.size === 0) this.#worker.unref()
  }

  /** The thread's last action is unknown, so none of its pending requests counts as done. */
  #lose(cause: Error, onWriterLost: ((error: Error) => void) | undefined): void {
    if (this.#end !== undefined) return
    const lost = new DatabaseError('unavailable', `The writer thread exited: ${cause.message}`, { cause })
    this.#stop(lost)
    onWriterLost?.(lost)
  }

  #stop(end: DatabaseError): void {
    this.#end ??= end
    for (const { reject } of this.#calls.values()) reject(this.#end)
    this.#calls.clear()
  }
}

function closed(): DatabaseError {
  return new DatabaseError('closed', 'The database is closed.')
}
