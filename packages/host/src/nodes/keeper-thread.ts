/**
 * The thread that renews leases on PostgreSQL, on a connection of its own: neither a main thread that is busy nor a
 * pool that is exhausted delays it. A run that fails is tried again every second, on a new connection.
 *
 *   idle --keep--> running --every--> running --release--> idle
 *                     '--failed--> running a second later
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import { UpkeepState } from './upkeep-state.ts'

export interface KeeperOptions {
  readonly postgresKeeper: true
  readonly url: string
}

/** An upkeep as it crosses to the thread. */
export interface UpkeepOrder {
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]
  readonly every: number
  readonly holds: number
}

export type KeeperRequest = { readonly kind: 'keep'; readonly order: UpkeepOrder } | { readonly kind: 'release' }

/** `first` and `released` answer the requests; `change` tells what the upkeep does. */
export type KeeperReply =
  | { readonly kind: 'first'; readonly failure: string | undefined }
  | { readonly kind: 'released' }
  | { readonly kind: 'change'; readonly lapsed: string | undefined }

/** How soon a run that failed is tried again, in milliseconds. */
const retryAfter = 1_000
/** Longest wait for a connection, and for an answer, in milliseconds. */
const answerLimit = 5_000

class KeeperThread {
  readonly #port: MessagePort
  readonly #url: string
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(port: MessagePort, { url }: KeeperOptions) {
    this.#port = port
    this.#url = url
  }

  start(): void {
    this.#port.on('message', (request: KeeperRequest) => {
      this.#running = request.kind === 'keep' ? this.#begin(request.order) : this.#release()
    })
  }

  async #begin(order: UpkeepOrder): Promise<void> {
    const failure = await this.#try(order)
    this.#send({ kind: 'first', failure })
    if (failure !== undefined) return
    const state = new UpkeepState(order.holds, performance.now(), (lapsed) => this.#send({ kind: 'change', lapsed }))
    this.#schedule(order, state, order.every)
  }

  #schedule(order: UpkeepOrder, state: UpkeepState, after: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#again(order, state)
    }, after)
  }

  async #again(order: UpkeepOrder, state: UpkeepState): Promise<void> {
    const failure = await this.#try(order)
    state.ran(performance.now(), failure)
    this.#schedule(order, state, failure === undefined ? order.every : Math.min(retryAfter, order.every))
  }

  async #release(): Promise<void> {
    await this.#running
    clearTimeout(this.#timer)
    await this.#disconnect()
    this.#send({ kind: 'released' })
  }

  /** Runs the statements. @returns why that failed */
  async #try({ statements }: UpkeepOrder): Promise<string | undefined> {
    try {
      this.#client ??= await connect(this.#url)
      for (const { sql, parameters } of statements) await this.#client.query(sql, [...parameters])
      return undefined
    } catch (error) {
      await this.#disconnect()
      return error instanceof Error ? error.message : String(error)
    }
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  #send(reply: KeeperReply): void {
    this.#port.postMessage(reply)
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerLimit,
    query_timeout: answerLimit,
    statement_timeout: answerLimit,
    keepAlive: true,
  })
  // A connection that breaks while it is idle is found broken by the next run.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const options = workerData as KeeperOptions | null
if (parentPort !== null && options?.postgresKeeper === true) new KeeperThread(parentPort, options).start()
