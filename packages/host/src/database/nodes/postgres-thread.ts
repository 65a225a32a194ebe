/**
 * The leaseThread's thread of a host on PostgreSQL. Its connection is its own, so that neither a main thread that is busy nor
 * a pool that is exhausted delays it; one that broke is replaced at the next run.
 */
import { workerData, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import type { PlainStatement } from '../sqlite/prepared-statements.ts'
import { LeaseThreadRunner } from './lease-thread-runner.ts'

export interface PostgresThreadOptions {
  readonly postgresThread: true
  readonly url: string
  readonly leasePort: MessagePort
}

/** Longest wait for a connection, and for an answer, in milliseconds. */
const answerLimit = 5_000

class OwnConnection {
  readonly #url: string
  #client: pg.Client | undefined

  constructor(url: string) {
    this.#url = url
  }

  async run(statements: readonly PlainStatement[]): Promise<void> {
    try {
      this.#client ??= await connect(this.#url)
      for (const { sql, parameters } of statements) await this.#client.query(sql, [...parameters])
    } catch (error) {
      const broken = this.#client
      this.#client = undefined
      // Not awaited: a server that is silent would delay the next connection.
      broken?.end().catch(() => undefined)
      throw error
    }
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

const options = workerData as PostgresThreadOptions | null
if (options?.postgresThread === true) {
  const connection = new OwnConnection(options.url)
  new LeaseThreadRunner(options.leasePort, (statements) => connection.run(statements)).start()
}
