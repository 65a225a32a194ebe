/**
 * The thread that owns SQLite's one writing connection, so that no commit, and no checkpoint after one, ever stops
 * the event loop. It imports nothing but Node: inside an executable it starts from its text.
 *
 * Group commit: whatever waits when a group begins is committed together, with one flush to the disk; each batch
 * stands or falls alone. Nothing is answered before its commit.
 *
 *   idle --batches--> group: begin immediate, every batch, commit, answers --> idle
 *   idle --begin--> held by one transaction; all others wait --commit or rollback--> idle
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'

export interface WriterStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly writes: boolean
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

export type WriterRequest =
  | { readonly id: number; readonly kind: 'batch'; readonly statements: readonly WriterStatement[] }
  | { readonly id: number; readonly kind: 'begin' | 'clear' | 'close' }
  | { readonly id: number; readonly kind: 'run'; readonly transaction: number; readonly statement: WriterStatement }
  | { readonly id: number; readonly kind: 'commit' | 'rollback'; readonly transaction: number }

/** What of an error survives the way between threads. */
export interface WriterFailure {
  readonly message: string
  readonly errcode?: number
}

export type WriterReply =
  | { readonly id: number; readonly results: readonly RawResult[] }
  | { readonly id: number; readonly failure: WriterFailure }

export interface WriterOptions {
  readonly sqliteWriter: true
  readonly path: string
  readonly durability: 'full' | 'normal'
}

type BatchRequest = Extract<WriterRequest, { kind: 'batch' }>
type Held = Extract<WriterRequest, { transaction: number }>
type Waiting = Exclude<WriterRequest, Held>

const mostPrepared = 500
const largestGroup = 1_000

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

  run({ sql, parameters, writes }: WriterStatement): RawResult {
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
    throw new Error('SQLite runs one statement at a time: send them apart.')
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
 * Settings that the reader and the writer share: `like` compares case, as PostgreSQL does, and `monotonic_ms()` is the
 * machine's clock that nobody sets, in milliseconds since it was started.
 */
export function prepareConnection(database: DatabaseSync): void {
  database.exec('pragma case_sensitive_like = on; pragma trusted_schema = off; pragma cache_size = -16000')
  database.function('monotonic_ms', { directOnly: true }, () => process.hrtime.bigint() / 1_000_000n)
}

class SqliteWriter {
  readonly #database: DatabaseSync
  readonly #statements: PreparedStatements
  readonly #port: MessagePort
  readonly #waiting: Waiting[] = []
  readonly #held: Held[] = []
  #transaction: number | undefined
  #replies: WriterReply[] = []

  constructor(port: MessagePort, { path, durability }: WriterOptions) {
    this.#port = port
    this.#database = new DatabaseSync(path, { timeout: 30_000 })
    this.#database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${durability}; pragma journal_size_limit = 67108864`,
    )
    prepareConnection(this.#database)
    this.#statements = new PreparedStatements(this.#database)
  }

  start(): void {
    this.#port.on('message', (requests: readonly WriterRequest[]) => {
      this.#accept(requests)
      for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
        this.#accept(next.message as readonly WriterRequest[])
      }
      this.#work()
    })
    this.#port.postMessage([])
  }

  #accept(requests: readonly WriterRequest[]): void {
    for (const request of requests) {
      if ('transaction' in request) this.#held.push(request)
      else this.#waiting.push(request)
    }
  }

  #work(): void {
    for (;;) {
      const held = this.#held.shift()
      if (held !== undefined) this.#serve(held)
      else if (this.#transaction === undefined && this.#waiting.length > 0) this.#serveNext()
      else break
    }
    this.#send()
  }

  #send(): void {
    if (this.#replies.length > 0) this.#port.postMessage(this.#replies)
    this.#replies = []
  }

  #serveNext(): void {
    const group: BatchRequest[] = []
    while (this.#waiting[0]?.kind === 'batch' && group.length < largestGroup) {
      group.push(this.#waiting.shift() as BatchRequest)
    }
    if (group.length > 0) {
      this.#commitGroup(group)
      this.#send()
      return
    }
    const request = this.#waiting.shift()
    if (request === undefined) return
    this.#answer(request.id, () => {
      if (request.kind === 'begin') this.#begin(request.id)
      else if (request.kind === 'clear') this.#statements.clear()
      else this.#close()
    })
  }

  #begin(id: number): void {
    this.#execute('begin immediate')
    this.#transaction = id
  }

  #close(): void {
    this.#database.close()
    this.#port.unref()
  }

  #serve(request: Held): void {
    this.#answer(request.id, () => {
      if (request.transaction !== this.#transaction) throw new Error('The transaction is over.')
      if (request.kind === 'run') return [this.#statements.run(request.statement)]
      this.#transaction = undefined
      if (request.kind === 'commit') this.#commit()
      else this.#rollback()
      return []
    })
  }

  #answer(id: number, work: () => readonly RawResult[] | void): void {
    try {
      this.#replies.push({ id, results: work() ?? [] })
    } catch (error) {
      this.#replies.push({ id, failure: failureOf(error) })
    }
  }

  #commitGroup(group: readonly BatchRequest[]): void {
    try {
      this.#execute('begin immediate')
      const replies = group.map((request) => this.#runBatch(request))
      this.#commit()
      this.#replies.push(...replies)
    } catch (error) {
      this.#rollback()
      const failure = failureOf(error)
      this.#replies.push(...group.map(({ id }) => ({ id, failure })))
    }
  }

  /** A batch that fails leaves the group as it was; an error that ended the group's transaction ends them all. */
  #runBatch({ id, statements }: BatchRequest): WriterReply {
    this.#execute('savepoint batch')
    try {
      const results = statements.map((statement) => this.#statements.run(statement))
      this.#execute('release batch')
      return { id, results }
    } catch (error) {
      if (!this.#database.isTransaction) throw error
      this.#execute('rollback to batch')
      this.#execute('release batch')
      return { id, failure: failureOf(error) }
    }
  }

  #commit(): void {
    try {
      this.#execute('commit')
    } catch (error) {
      this.#rollback()
      throw error
    }
  }

  /** Never throws, which would end the thread: a rollback that fails is tried again when the next group can't begin. */
  #rollback(): void {
    try {
      if (this.#database.isTransaction) this.#execute('rollback')
    } catch {
      // What called for the rollback is the error that is answered.
    }
  }

  #execute(sql: string): void {
    this.#statements.run({ sql, parameters: [], writes: true })
  }
}

function failureOf(error: unknown): WriterFailure {
  const { message, errcode } = error as { message?: unknown; errcode?: unknown }
  return { message: String(message), ...(typeof errcode === 'number' && { errcode }) }
}

const options = workerData as WriterOptions | null
if (parentPort !== null && options?.sqliteWriter === true) new SqliteWriter(parentPort, options).start()
