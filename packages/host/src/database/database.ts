/**
 * The database of one host: the same rules over either driver.
 *
 * While a callback of `transaction` runs, its asynchronous context may not use the database itself: on SQLite it would
 * wait for the writer that it holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { MessagePort } from 'node:worker_threads'
import type { Connection, Driver } from './driver.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'
import type { TransactionOptions, Transactor } from './transactor.ts'
import { inScope } from './background/background-scope.ts'
import { DatabaseError } from './database-error.ts'
import { isOutage } from './is-outage.ts'
import { OpenTransaction } from './open-transaction.ts'
import { tenantOf } from './one-tenant.ts'

/** Longest time that a transaction may stay open, in milliseconds. */
const transactionLimit = 5_000

export class Database implements Transactor {
  readonly #driver: Driver
  readonly #current: AsyncLocalStorage<OpenTransaction>
  #isStrained = false

  /** @param current the transactions of another way to the same database, which are met on this one too */
  constructor(driver: Driver, current = new AsyncLocalStorage<OpenTransaction>()) {
    this.#driver = driver
    this.#current = current
  }

  get dialect(): Dialect {
    return this.#driver.dialect
  }

  /** The same database with something between it and its driver: inside a transaction of one the other joins it. */
  through(wrap: (driver: Driver) => Driver): Database {
    return new Database(wrap(this.#driver), this.#current)
  }

  /** Whether the database itself keeps the rows of workspaces apart, too. */
  get hasRowSecurity(): boolean {
    return this.#driver.hasRowSecurity
  }

  /** Leads to the lease runner in the database's own thread; undefined for a database without a thread. */
  get leasePort(): MessagePort | undefined {
    return this.#driver.leasePort
  }

  /** The transaction of the calling asynchronous context, for code that must join it. */
  get current(): Connection | undefined {
    return this.#joined
  }

  /**
   * Runs `work` after the commit of the transaction of the calling asynchronous context, or at once outside of any;
   * never after a rollback, nor where it is unknown whether the commit succeeded. Its error undoes nothing and is
   * rethrown separately. A savepoint that is rolled back does not remove it: `work` should only trigger a check, then.
   */
  afterCommit(work: () => void): void {
    const transaction = this.#joined
    if (transaction === undefined) work()
    else transaction.afterCommit(AsyncLocalStorage.bind(work))
  }

  /**
   * Runs `work` after the commit of the transaction of the calling asynchronous context, which resolves when `work` has:
   * for what must be known everywhere before a change is answered. Its error rejects the transaction, whose writes stay.
   * @throws Error outside of a transaction
   */
  beforeAnswer(work: () => Promise<void>): void {
    const transaction = this.#joined
    if (transaction === undefined) throw new Error('A change is announced by the transaction that makes it.')
    transaction.beforeAnswer(AsyncLocalStorage.bind(work))
  }

  /** Runs one statement; a write is durable when it resolves. */
  async run(statement: Statement): Promise<StatementResult> {
    this.#refuseInside()
    return statement.writes
      ? await this.#watch(this.#driver.run(statement))
      : await this.#driver.run(inScope(statement))
  }

  /** Runs statements in one transaction, in order; all or none. */
  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    this.#refuseInside()
    return statements.length === 0 ? [] : await this.#watch(this.#driver.batch(statements, tenantOf(statements)))
  }

  /** Runs `work` in one transaction that commits when it resolves and rolls back when it rejects. */
  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { limit = transactionLimit, tenant }: TransactionOptions = {},
  ): Promise<Result> {
    this.#refuseInside()
    return await this.#watch(this.#transact(work, { limit, tenant }))
  }

  /** Runs `work` in a transaction that no other migration runs beside, in any process; it may take its time. */
  async migration<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const result = await this.transaction(
      async (connection) => {
        await this.#driver.lockMigrations(connection)
        return await work(connection)
      },
      { limit: Number.POSITIVE_INFINITY },
    )
    await this.#driver.clearStatements()
    return result
  }

  /**
   * Asks whether the database answers and, after a write that it could not take, whether it takes one now.
   * @throws DatabaseError
   */
  async check(): Promise<void> {
    await this.#driver.run({ sql: 'select 1', parameters: [], writes: false })
    if (this.#isStrained) await this.#watch(this.#driver.probe())
  }

  async close(): Promise<void> {
    await this.#driver.close()
  }

  get #joined(): OpenTransaction | undefined {
    const transaction = this.#current.getStore()
    return transaction?.isJoined === true ? transaction : undefined
  }

  async #transact<Result>(
    work: (connection: Connection) => Promise<Result>,
    options: { readonly limit: number; readonly tenant: string | undefined },
  ): Promise<Result> {
    const transaction = new OpenTransaction(await this.#driver.begin(options.tenant), options)
    try {
      const result = await this.#current.run(transaction, () => work(transaction))
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** Records whether a write met an outage. */
  async #watch<Result>(writing: Promise<Result>): Promise<Result> {
    try {
      const result = await writing
      this.#isStrained = false
      return result
    } catch (error) {
      if (isOutage(error)) this.#isStrained = true
      throw error
    }
  }

  #refuseInside(): void {
    if (this.current !== undefined) {
      throw new DatabaseError(
        'outside_transaction',
        'The database was used inside one of its transactions: use the database that transaction() passes to your function.',
      )
    }
  }
}
