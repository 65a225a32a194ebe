import type pg from 'pg'
import type { Connection, Driver, DriverTransaction } from '../driver.ts'
import type { SqlRow, Statement, StatementResult } from '../statement.ts'
import { BackgroundQueue } from '../background/background-queue.ts'
import { isOutage } from '../is-outage.ts'
import { DatabaseError } from '../database-error.ts'
import { runInOrder } from '../run-in-order.ts'
import { openPool } from './open-pool.ts'
import { isCanceled, postgresError } from './postgres-error.ts'
import { parserOf } from './postgres-types.ts'
import { assertBinds, tenantValue } from './row-security.ts'
import { queryAs, type QueryOptions } from './tenant-query.ts'
import { readUniqueKeys, type UniqueKeys } from './unique-keys.ts'

export interface PostgresOptions {
  readonly url: string
  /** Most connections; without it 10. */
  readonly poolSize?: number
  /** Longest wait for a connection, in milliseconds; without it 3,000. */
  readonly patience?: number
  /** Whether PostgreSQL itself keeps the rows of workspaces apart; other databases refuse it. */
  readonly rowSecurity?: boolean
  /** Called for a connection that broke while idle; the pool replaces it. */
  readonly onConnectionError?: (error: Error) => void
}

const mostNamed = 1_000
/** Longest wait for an answer, in milliseconds: longer than the server lets a statement run. */
const answerLimit = 35_000
/** Connections for background reads besides those of the pool; pg closes one after ten seconds without use. */
const backgroundConnections = 2
const statementLimit = '30s'
/** The same of a background read, which examines few rows: one that takes longer met load, or was not bounded. */
const backgroundLimit = '2s'
const migrationLock = 7_208_466_113

/** PostgreSQL by a pool, with statements prepared once per connection under names that all connections share. */
export class PostgresDriver implements Driver {
  readonly dialect = 'postgres'
  readonly hasRowSecurity: boolean
  readonly #pool: pg.Pool
  readonly #backgroundPool: pg.Pool
  readonly #queue = new BackgroundQueue(backgroundConnections)
  readonly #names = new Map<string, string>()
  #generation = 0
  #uniqueKeys: UniqueKeys = new Map()

  private constructor(pool: pg.Pool, backgroundPool: pg.Pool, hasRowSecurity: boolean) {
    this.#pool = pool
    this.#backgroundPool = backgroundPool
    this.hasRowSecurity = hasRowSecurity
  }

  static async open({
    url,
    poolSize = 10,
    patience = 3_000,
    rowSecurity = false,
    onConnectionError,
  }: PostgresOptions): Promise<PostgresDriver> {
    const shared = { url, patience, rowSecurity, onConnectionError }
    const pool = openPool({ ...shared, size: poolSize, statementLimit })
    try {
      await pool.query('select 1')
      if (rowSecurity) await assertBinds(pool)
      const background = openPool({ ...shared, size: backgroundConnections, statementLimit: backgroundLimit })
      const driver = new PostgresDriver(pool, background, rowSecurity)
      await driver.clearStatements()
      return driver
    } catch (error) {
      await pool.end()
      throw error
    }
  }

  async run(statement: Statement): Promise<StatementResult> {
    const { backgroundQueue } = statement
    if (backgroundQueue === undefined) return await this.#runOn(this.#pool, statement)
    return await this.#queue.run(backgroundQueue, () => this.#runOn(this.#backgroundPool, statement))
  }

  async #runOn(pool: pg.Pool, statement: Statement): Promise<StatementResult> {
    const tenant = this.#tenantOf(statement.tenant)
    const client = await this.#connect(pool)
    try {
      const result = await this.#query(client, statement, { tenant, query_timeout: answerLimit })
      client.release()
      return result
    } catch (error) {
      const isTooSlow = pool === this.#backgroundPool && isCanceled(error)
      const failure = isTooSlow ? tooSlow(error) : postgresError(error, this.#uniqueKeys)
      client.release(!isTooSlow && isOutage(failure))
      throw failure
    }
  }

  /** Two round trips, whatever the number of statements, unless one is left out where others changed nothing. */
  async batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]> {
    const transaction = await this.begin(tenant)
    try {
      const results = await runInOrder(transaction, statements)
      await transaction.commit()
      return results
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** Statements are sent as they are called, and begin together with the first. The client answers them in their order. */
  async begin(tenant?: string): Promise<DriverTransaction> {
    const [bound, overAll] = [this.#tenantOf(tenant), this.#tenantOf(undefined)]
    let told: string | undefined
    const client = await this.#connect(this.#pool)
    const end = endOnce(client)
    const begun = client.query(within(answerLimit, 'begin'))
    // Each statement meets its failure, and so does the commit.
    begun.catch(() => undefined)
    return {
      run: async (statement) => {
        const wanted = statement.isOverAll === true ? overAll : bound
        const isKnown = wanted === told
        told = wanted
        const running = this.#query(client, statement, { tenant: isKnown ? undefined : wanted })
        try {
          const [, result] = await Promise.all([begun, running])
          return result
        } catch (error) {
          throw postgresError(error, this.#uniqueKeys)
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

  /** New names, since a prepared statement does not outlive a change of its result; new tables may have new keys. */
  async clearStatements(): Promise<void> {
    this.#names.clear()
    this.#generation += 1
    if (this.hasRowSecurity) this.#uniqueKeys = await readUniqueKeys(this.#pool)
  }

  /** A record in the write-ahead log, which the commit flushes to the disk. */
  async probe(): Promise<void> {
    await this.run({ sql: `select pg_logical_emit_message(true, 'host', '')`, parameters: [], writes: true })
  }

  async close(): Promise<void> {
    await this.#queue.close()
    for (const pool of [this.#backgroundPool, this.#pool]) if (!pool.ending) await pool.end()
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (pool.ending) throw new DatabaseError('closed', 'The database is closed.')
    try {
      return await pool.connect()
    } catch (error) {
      throw postgresError(error)
    }
  }

  /** The tenant for row-level security; undefined without it. */
  #tenantOf(tenant: string | undefined): string | undefined {
    return this.hasRowSecurity ? tenantValue(tenant) : undefined
  }

  async #query(client: pg.PoolClient, { sql, parameters }: Statement, options: SendOptions): Promise<StatementResult> {
    const { tenant, ...limits } = options
    const name = this.#nameOf(sql)
    const query: QueryOptions = {
      text: sql,
      values: [...parameters],
      types: { getTypeParser: parserOf },
      ...(name !== undefined && { name }),
      ...limits,
    }
    const { rows, rowCount } = await (tenant === undefined ? client.query(query) : queryAs(client, tenant, query))
    return { rows: rows as SqlRow[], changes: rowCount ?? 0 }
  }

  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= mostNamed) return known
    const name = `host_${this.#generation}_${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

interface SendOptions {
  /** The tenant for row-level security, set first. */
  readonly tenant: string | undefined
  readonly query_timeout?: number
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
      if (word === 'commit' && command !== 'COMMIT') throw rolledBack()
      client.release()
    } catch (error) {
      client.release(true)
      if (word === 'commit') throw postgresError(error)
    }
  }
}

function tooSlow(cause: unknown): DatabaseError {
  return new DatabaseError('busy', `A background read took longer than ${backgroundLimit} and was canceled.`, { cause })
}

function rolledBack(): DatabaseError {
  return new DatabaseError('transaction_over', 'The transaction had failed and was rolled back.')
}
