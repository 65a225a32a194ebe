import { Worker } from 'node:worker_threads'
import type { KeeperOptions, KeeperReply, KeeperRequest } from './keeper-thread.ts'
import type { Keeper, Upkeep } from './keeper.ts'

export interface PostgresKeeperOptions {
  readonly url: string
  /** The text of `keeper-thread`, where there is no file to start it from: inside an executable. */
  readonly code?: string | undefined
}

/** The main thread's end of a `keeper-thread`. */
export class PostgresKeeper implements Keeper {
  readonly #worker: Worker
  #onChange: Upkeep['onChange'] = () => undefined
  #waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined
  #gone: Error | undefined

  constructor({ url, code }: PostgresKeeperOptions) {
    const workerData: KeeperOptions = { postgresKeeper: true, url }
    this.#worker =
      code === undefined
        ? new Worker(new URL('keeper-thread.ts', import.meta.url), { workerData })
        : new Worker(code, { eval: true, workerData })
    this.#worker.on('message', (reply: KeeperReply) => this.#receive(reply))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread that renews leases has ended.')))
    this.#worker.unref()
  }

  async keep({ statements, every, holds, onChange }: Upkeep): Promise<void> {
    this.#onChange = onChange
    const order = { statements: statements.map(({ sql, parameters }) => ({ sql, parameters })), every, holds }
    await this.#ask({ kind: 'keep', order })
  }

  async release(): Promise<void> {
    if (this.#gone === undefined) await this.#ask({ kind: 'release' })
    this.#onChange = () => undefined
    await this.#worker.terminate()
  }

  async #ask(request: KeeperRequest): Promise<void> {
    this.#worker.ref()
    try {
      await new Promise<void>((resolve, reject) => {
        if (this.#gone !== undefined) return reject(this.#gone)
        this.#waiting = { resolve, reject }
        this.#worker.postMessage(request)
      })
    } finally {
      this.#worker.unref()
    }
  }

  #receive(reply: KeeperReply): void {
    if (reply.kind === 'change') return this.#onChange(reply.lapsed)
    if (reply.kind === 'first' && reply.failure !== undefined) return this.#waiting?.reject(new Error(reply.failure))
    this.#waiting?.resolve()
  }

  #end(error: Error): void {
    this.#gone ??= error
    this.#waiting?.reject(error)
    this.#onChange(error.message)
  }
}
