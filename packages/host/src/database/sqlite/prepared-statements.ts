import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { wordsOf } from '../search/search-words.ts'
import { wordsFunction } from '../search/words-function.ts'
import { timeBucket } from './time-bucket.ts'

/** A statement as it crosses between threads. */
export interface PlainStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly writes: boolean
  readonly isRelaxed?: boolean | undefined
  readonly ifChanged?: boolean | undefined
}

/** How a column of a result is read: as it is, or from a stored 0 and 1, or from JSON text. */
export interface ResultColumn {
  readonly name: string
  readonly parse?: 'boolean' | 'json'
}

export interface RawResult {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly unknown[])[]
  readonly changes: number
}

const mostPrepared = 500

interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly ResultColumn[]
}

/** The prepared statements of one connection: the most recently used, each with how its columns are read. */
export class PreparedStatements {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run({ sql, parameters, writes }: PlainStatement): RawResult {
    const { statement, columns } = this.#prepare(sql)
    const values = parameters as readonly SQLInputValue[]
    if (columns.length === 0) return { columns, rows: [], changes: Number(statement.run(...values).changes) }
    const rows = writes ? readExact(statement, values) : readAll(statement, values)
    return { columns, rows, changes: writes ? rows.length : 0 }
  }

  clear(): void {
    this.#prepared.clear()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) this.#prepared.delete(sql)
    const prepared = known ?? prepare(this.#database, sql)
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > mostPrepared) this.#prepared.delete(this.#prepared.keys().next().value ?? '')
    return prepared
  }
}

function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql)
  if (sql.slice(statement.sourceSQL.length).trim() !== '') {
    throw new Error('SQLite runs one statement at a time: send them separately.')
  }
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(resultColumn) }
}

function resultColumn({ name, type }: { readonly name: string; readonly type: string | null }): ResultColumn {
  if (type === 'BOOLEAN') return { name, parse: 'boolean' }
  return type === 'JSON_TEXT' ? { name, parse: 'json' } : { name }
}

function readAll(statement: StatementSync, values: readonly SQLInputValue[]): readonly unknown[][] {
  try {
    return statement.all(...values) as unknown as unknown[][]
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw error
    return readExact(statement, values)
  }
}

/** Reads whole numbers beyond 2^53, a sum perhaps, as bigints and all others as numbers. */
function readExact(statement: StatementSync, values: readonly SQLInputValue[]): readonly unknown[][] {
  statement.setReadBigInts(true)
  try {
    const rows = statement.all(...values) as unknown as unknown[][]
    return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? narrow(value) : value)))
  } finally {
    statement.setReadBigInts(false)
  }
}

function narrow(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * Settings that the reader and the writer share: `like` compares case, as PostgreSQL does, `time_bucket()` is of
 * `time-bucket.ts`, and `monotonic_ms()` is the machine's clock that can't be set, in milliseconds since it was started.
 */
export function prepareConnection(database: DatabaseSync): void {
  database.exec('pragma case_sensitive_like = on; pragma trusted_schema = off; pragma cache_size = -16000')
  database.function('time_bucket', { deterministic: true, directOnly: true }, timeBucket as () => string)
  database.function('monotonic_ms', { directOnly: true }, () => process.hrtime.bigint() / 1_000_000n)
}

/**
 * Makes a prepared connection one that writes. Its triggers index the words of rows, so functions are allowed in the schema;
 * every other function of the host is for statements only (`directOnly`).
 */
export function prepareWriter(database: DatabaseSync): void {
  database.exec('pragma trusted_schema = on')
  const options = { deterministic: true, varargs: true }
  database.function(wordsFunction, options, (...texts) => JSON.stringify(wordsOf(texts)))
}
