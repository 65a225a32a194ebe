import pg from 'pg'
import type { Connection, Driver, DriverTransaction } from '../driver.ts'
import type { Statement, StatementResult } from '../statement.ts'
import { postgresError } from './postgres-error.ts'
import { parserOf } from './postgres-types.ts'

export interface PostgresOptions {
  readonly url: string
  /** Most connections; without it 10. */
  readonly poolSize?: number
  /** Told of a connection that broke while idle; the pool replaces it. */
  readonly onConnectionError?: (error: Error) => void
}

const mostNamed = 1_000
/** Longest wait for an answer, in milliseconds: longer than the server lets a statement run. */
const answerLimit = 35_000
const sessionSettings = [
  '-c timezone=UTC -c datestyle=ISO -c standard_conforming_strings=on',
  '-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s',
].join(' ')
const migrationLock = 7_208_466_113

/** PostgreSQL by a pool, with statements prepared once per connection under names that all connections share. */
export class PostgresDriver implements Driver {
  readonly dialect = 'postgres'
  readonly #pool: pg.Pool
  readonly #names = new Map<string, string>()
  #generation = 0

  private constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  static async open({ url, poolSize = 10, onConnectionError }: PostgresOptions): Promise<PostgresDriver> {
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      options: sessionSettings,
    })
    pool.on('error', (error) => onConnectionError?.(error))
    // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the process.
    pool.on('connect', (client) => void client.on('error', () => undefined))
    try {
      await pool.query('select 1')
    } catch (error) {
      await pool.end()
      throw error
    }
    return new PostgresDriver(pool)
  }

  async run(statement: Statement): Promise<StatementResult> {
    const client = await this.#pool.connect()
    try {
      const result = await this.#query(client, statement, answerLimit)
      client.release()
      return result
    } catch (error) {
      client.release(!isAnswer(error))
      throw postgresError(error)
    }
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const transaction = await this.begin()
    try {
      const results: StatementResult[] = []
      for (const statement of statements) results.push(await transaction.run(statement))
      await transaction.commit()
      return results
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  async begin(): Promise<DriverTransaction> {
    const client = await this.#pool.connect()
    const end = endOnce(client)
    try {
      await client.query(within(answerLimit, 'begin'))
    } catch (error) {
      await end('rollback')
      throw error
    }
    return {
      run: async (statement) => {
        try {
          return await this.#query(client, statement)
        } catch (error) {
          throw postgresError(error)
        }
      },
      commit: () => end('commit'),
      rollback: () => end('rollback'),
    }
  }

  async lockMigrations(transaction: Connection): Promise<void> {
    const limits = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'
    for (const sql of limits.split('; ')) await transaction.run({ sql, parameters: [], writes: true })
    await transaction.run({ sql: 'select pg_advisory_xact_lock($1)', parameters: [migrationLock], writes: true })
  }

  /** New names, since a prepared statement does not outlive a change of its result. */
  async clearStatements(): Promise<void> {
    this.#names.clear()
    this.#generation += 1
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }

  async #query(client: pg.PoolClient, { sql, parameters }: Statement, limit?: number): Promise<StatementResult> {
    const name = this.#nameOf(sql)
    const result = await client.query<Record<string, unknown>>({
      text: sql,
      values: [...parameters],
      types: { getTypeParser: parserOf },
      ...(name !== undefined && { name }),
      ...(limit !== undefined && { query_timeout: limit }),
    })
    return { rows: result.rows, changes: result.rowCount ?? 0 }
  }

  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= mostNamed) return known
    const name = `host_${this.#generation}_${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

/** Whether the server itself refused a statement: then its connection is as good as before. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

/** A query that is given up after some milliseconds, with its connection: a server that is silent may never answer. */
function within(limit: number, text: string): pg.QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: limit }
}

/**
 * Ends a transaction once and gives its connection back; a connection that can't even roll back is thrown away.
 * PostgreSQL answers the commit of a failed transaction with a rollback and no error, so the answer is read.
 */
function endOnce(client: pg.PoolClient): (word: 'commit' | 'rollback') => Promise<void> {
  let isOver = false
  return async (word) => {
    if (isOver) return
    isOver = true
    try {
      const { command } = await client.query(within(answerLimit, word))
      if (word === 'commit' && command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
      client.release()
    } catch (error) {
      client.release(true)
      if (word === 'commit') throw postgresError(error)
    }
  }
}
