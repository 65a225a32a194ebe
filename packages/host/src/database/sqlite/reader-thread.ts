import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { PlainStatement, RawResult } from './prepared-statements.ts'
import type { ReaderOptions, ReaderReply } from './sqlite-reader.ts'
import { DatabaseError } from '../database-error.ts'
import { startThread, type ThreadCode } from '../../support/start-thread.ts'
import { receivedError } from './sqlite-error.ts'
import { sqliteThread } from './sqlite-thread.ts'

export interface ReaderThreadOptions {
  readonly path: string
  readonly threadCode?: ThreadCode | undefined
}

/** The main thread's end of one reader thread, which runs one statement at a time. */
export class ReaderThread {
  readonly #worker: Worker
  #call: PromiseWithResolvers<RawResult> | undefined
  #isAlive = true

  constructor({ path, threadCode }: ReaderThreadOptions) {
    const workerData: ReaderOptions = { sqliteReader: true, path }
    this.#worker = startThread(sqliteThread, { workerData, threadCode })
    this.#worker.on('message', (reply: ReaderReply) => this.#receive(reply))
    this.#worker.on('error', (error: Error) => this.#lose(error))
    this.#worker.on('exit', (code) => this.#lose(new Error(`It exited with code ${code}.`)))
    this.#worker.unref()
  }

  /** False after the thread has ended; start another one then. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /** @throws DatabaseError `unavailable` when the thread ends first */
  async run(statement: PlainStatement): Promise<RawResult> {
    const call = Promise.withResolvers<RawResult>()
    this.#call = call
    this.#worker.ref()
    this.#worker.postMessage(statement)
    return await call.promise
  }

  /** Ends the thread after its connection was closed. */
  async close(): Promise<void> {
    if (!this.#isAlive) return
    const ended = once(this.#worker, 'exit')
    this.#worker.ref()
    this.#worker.postMessage('close')
    await ended
  }

  #receive(reply: ReaderReply): void {
    this.#worker.unref()
    const call = this.#call
    this.#call = undefined
    if ('failure' in reply) call?.reject(receivedError(reply.failure))
    else call?.resolve(reply.result)
  }

  #lose(cause: Error): void {
    this.#isAlive = false
    this.#call?.reject(new DatabaseError('unavailable', `A reader thread exited: ${cause.message}`, { cause }))
    this.#call = undefined
  }
}
