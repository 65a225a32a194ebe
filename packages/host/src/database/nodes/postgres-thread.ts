/**
 * The leaseThread's thread of a host on PostgreSQL. Its connection is its own, so that neither a main thread that is busy nor
 * a pool that is exhausted delays it; one that broke is replaced at the next run.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import type { PlainStatement } from '../sqlite/prepared-statements.ts'
import { LeaseThreadRunner } from './lease-thread-runner.ts'

/** Tells the thread from others whose text it is in. */
export interface PostgresThreadRole {
  readonly postgresThread: true
}

/** Gives a thread its database. `end` takes it away, and is answered with `ended`. */
export interface PostgresThreadOptions {
  readonly url: string
  readonly leasePort: MessagePort
}

/** Longest wait for a connection, and for an answer, in milliseconds. */
const answerLimit = 5_000

class OwnConnection {
  readonly #url: string
  #client: pg.Client | undefined
  #isOver = false

  constructor(url: string) {
    this.#url = url
  }

  async run(statements: readonly PlainStatement[]): Promise<void> {
    if (this.#isOver) throw new Error('The connection is closed.')
    try {
      this.#client ??= await connect(this.#url)
      for (const { sql, parameters } of statements) await this.#client.query(sql, [...parameters])
    } catch (error) {
      this.#drop()
      throw error
    } finally {
      if (this.#isOver) this.#drop()
    }
  }

  end(): void {
    this.#isOver = true
    this.#drop()
  }

  #drop(): void {
    const dropped = this.#client
    this.#client = undefined
    // Not awaited: a server that is silent would delay the next connection.
    dropped?.end().catch(() => undefined)
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

function serve(port: MessagePort): void {
  let end = (): void => undefined
  port.on('message', (message: PostgresThreadOptions | 'end') => {
    if (message === 'end') {
      end()
      port.postMessage('ended')
    } else {
      end = keep(message)
    }
  })
}

function keep({ url, leasePort }: PostgresThreadOptions): () => void {
  const connection = new OwnConnection(url)
  const runner = new LeaseThreadRunner(leasePort, (statements) => connection.run(statements))
  runner.start()
  return () => {
    runner.stop()
    connection.end()
  }
}

const role = workerData as PostgresThreadRole | null
if (role?.postgresThread === true && parentPort !== null) serve(parentPort)
