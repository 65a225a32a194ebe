/**
 * The thread that owns SQLite's one writing connection, so that no commit, and no checkpoint after one, ever stops the
 * event loop. The lease renewal of a host on SQLite also runs here: a second thread would cost memory.
 *
 * Group commit: batches waiting when a group begins are committed together, with one flush to the disk; each batch
 * succeeds or fails alone. Nothing is answered before its commit.
 *
 * A batch that may be lost in a power cut goes before the others and is not flushed: the next flush includes it.
 *
 *   idle --batches--> group: begin immediate, every batch, commit, answers --> idle
 *   idle --begin--> held by one transaction; all others wait --commit or rollback--> idle
 *
 * The thread outlives its database: once that is closed, it can open the next one.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import { LeaseThreadRunner } from '../nodes/lease-thread-runner.ts'
import {
  prepareConnection,
  PreparedStatements,
  prepareWriter,
  type PlainStatement,
  type RawResult,
} from './prepared-statements.ts'
import { serveReads, type ReaderOptions } from './sqlite-reader.ts'
import { failureOf, type ThreadFailure } from './thread-failure.ts'

export type WriterRequest =
  | { readonly id: number; readonly kind: 'batch'; readonly statements: readonly PlainStatement[] }
  | { readonly id: number; readonly kind: 'begin' | 'clear' | 'close' }
  | { readonly id: number; readonly kind: 'run'; readonly transaction: number; readonly statement: PlainStatement }
  | { readonly id: number; readonly kind: 'commit' | 'rollback'; readonly transaction: number }

export type WriterReply =
  | { readonly id: number; readonly results: readonly RawResult[] }
  | { readonly id: number; readonly failure: ThreadFailure }

/** Tells a writer's thread from a reader's. */
export interface WriterRole {
  readonly sqliteWriter: true
}

/** Opens a database in a thread that has none, and is answered with no replies. A failure ends the thread. */
export interface WriterOptions {
  readonly path: string
  readonly durability: 'full' | 'normal'
  /** Where the lease runner in this thread gets its messages. */
  readonly leasePort: MessagePort
}

type BatchRequest = Extract<WriterRequest, { kind: 'batch' }>
type Held = Extract<WriterRequest, { transaction: number }>
/** Statements of the lease renewal; they run before all waiting batches. */
interface RenewalRequest {
  readonly kind: 'renewal'
  readonly statements: readonly PlainStatement[]
  readonly settled: PromiseWithResolvers<void>
}

type Waiting = Exclude<WriterRequest, Held> | RenewalRequest

const largestGroup = 1_000
const busyCode = 5
/** How long a write waits for those of other processes, and how long one attempt of that takes, in milliseconds. */
const longestWait = 30_000
const patience = 8
/** Between attempts that SQLite refuses without a wait of its own, in milliseconds. */
const pause = 5

class SqliteWriter {
  readonly #database: DatabaseSync
  readonly #statements: PreparedStatements
  readonly #port: MessagePort
  readonly #lease: LeaseThreadRunner
  readonly #waiting: Waiting[] = []
  readonly #held: Held[] = []
  readonly #durability: WriterOptions['durability']
  #flushes: WriterOptions['durability']
  #transaction: number | undefined
  #replies: WriterReply[] = []

  constructor(port: MessagePort, { path, durability, leasePort }: WriterOptions) {
    this.#port = port
    this.#lease = new LeaseThreadRunner(leasePort, (statements) => this.#keep(statements))
    this.#durability = durability
    this.#flushes = durability
    this.#database = new DatabaseSync(path, { timeout: longestWait })
    // SQLite refuses the change of the mode at once where another process makes it too.
    retryBusy(() => this.#database.exec('pragma journal_mode = wal'), pause)
    this.#database.exec(
      `pragma synchronous = ${durability}; pragma journal_size_limit = 67108864; pragma recursive_triggers = on`,
    )
    prepareConnection(this.#database)
    prepareWriter(this.#database)
    this.#statements = new PreparedStatements(this.#database)
    this.#database.exec(`pragma busy_timeout = ${patience}`)
  }

  get isClosed(): boolean {
    return !this.#database.isOpen
  }

  start(): void {
    this.#lease.start()
    this.#port.postMessage([])
  }

  /** Serves requests, and those that arrived behind them. */
  take(requests: readonly WriterRequest[]): void {
    this.#accept(requests)
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
      this.#accept(next.message as readonly WriterRequest[])
    }
    this.#work()
  }

  /** Runs the statements of the lease runner as soon as no transaction is open. */
  async #keep(statements: readonly PlainStatement[]): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.#waiting.unshift({ kind: 'renewal', statements, settled })
    this.#work()
    await settled.promise
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
    const group = this.#takeGroup()
    if (group.length > 0) {
      this.#commitGroup(group)
      this.#send()
      return
    }
    const request = this.#waiting.shift()
    if (request === undefined) return
    if (request.kind === 'renewal') return this.#runRenewal(request)
    this.#answer(request.id, () => {
      if (request.kind === 'begin') this.#begin(request.id)
      else if (request.kind === 'clear') this.#statements.clear()
      else this.#close()
    })
  }

  /** The batches that wait in front; those that need no flush alone, so that they wait for none. */
  #takeGroup(): readonly BatchRequest[] {
    const others = this.#waiting.findIndex(({ kind }) => kind !== 'batch')
    const front = this.#waiting.splice(0, others === -1 ? largestGroup : Math.min(others, largestGroup))
    const group = front as BatchRequest[]
    const relaxed = group.filter(isRelaxed)
    if (relaxed.length === 0 || relaxed.length === group.length) return group
    this.#waiting.unshift(...group.filter((request) => !isRelaxed(request)))
    return relaxed
  }

  #runRenewal({ statements, settled }: RenewalRequest): void {
    try {
      this.#open()
      for (const statement of statements) this.#statements.run(statement)
      this.#commit()
      settled.resolve()
    } catch (error) {
      this.#rollback()
      settled.reject(error)
    }
  }

  #begin(id: number): void {
    this.#open()
    this.#transaction = id
  }

  #close(): void {
    this.#lease.stop()
    this.#database.close()
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
      this.#open(group.every(isRelaxed) ? 'normal' : this.#durability)
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
      const results = this.#runAll(statements)
      this.#execute('release batch')
      return { id, results }
    } catch (error) {
      if (!this.#database.isTransaction) throw error
      this.#execute('rollback to batch')
      this.#execute('release batch')
      return { id, failure: failureOf(error) }
    }
  }

  #runAll(statements: readonly PlainStatement[]): readonly RawResult[] {
    const results: RawResult[] = []
    for (const statement of statements) {
      const isLeftOut = statement.ifChanged === true && results.every(({ changes }) => changes === 0)
      results.push(isLeftOut ? nothing : this.#statements.run(statement))
    }
    return results
  }

  /** Begins; a rollback that failed before is made up for first. */
  #open(durability = this.#durability): void {
    if (this.#database.isTransaction) this.#execute('rollback')
    if (durability !== this.#flushes) this.#database.exec(`pragma synchronous = ${durability}`)
    this.#flushes = durability
    this.#take()
  }

  #commit(): void {
    try {
      this.#execute('commit')
    } catch (error) {
      this.#rollback()
      throw error
    }
  }

  /** Never throws, which would end the thread: a rollback that fails is tried again before anything else begins. */
  #rollback(): void {
    try {
      if (this.#database.isTransaction) this.#execute('rollback')
    } catch {
      // The cause of the rollback is the error that is answered.
    }
  }

  /**
   * Begins a transaction, and waits for its turn where other processes write the same file. SQLite waits longer after
   * each attempt, up to a tenth of a second, and so loses against a process that is always there: these attempts are
   * short, one after the other.
   */
  #take(): void {
    retryBusy(() => this.#execute('begin immediate'))
  }

  #execute(sql: string): void {
    this.#statements.run({ sql, parameters: [], writes: true })
  }
}

/**
 * Repeats what fails because another process has the file, up to the longest wait.
 * @param between milliseconds between two attempts
 */
function retryBusy(attempt: () => void, between = 0): void {
  for (const end = performance.now() + longestWait; ;) {
    try {
      return attempt()
    } catch (error) {
      if ((error as { errcode?: unknown }).errcode !== busyCode || performance.now() > end) throw error
      if (between > 0) Atomics.wait(neverWoken, 0, 0, between)
    }
  }
}

const neverWoken = new Int32Array(new SharedArrayBuffer(4))
const nothing: RawResult = Object.freeze({ columns: [], rows: [], changes: 0 })

function isRelaxed({ statements }: BatchRequest): boolean {
  return statements.every((statement) => statement.isRelaxed === true)
}

function serveWrites(port: MessagePort): void {
  let writer: SqliteWriter | undefined
  port.on('message', (message: WriterOptions | readonly WriterRequest[]) => {
    if ('path' in message) {
      writer = new SqliteWriter(port, message)
      writer.start()
    } else {
      writer?.take(message)
      // A request that comes later is not served: its answer would go to the next holder of the thread.
      if (writer?.isClosed === true) writer = undefined
    }
  })
}

const role = workerData as WriterRole | ReaderOptions | null
if (parentPort !== null && role !== null && 'sqliteReader' in role) serveReads(parentPort, role)
if (parentPort !== null && role !== null && 'sqliteWriter' in role) serveWrites(parentPort)
