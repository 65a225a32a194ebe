/**
 * The database of one host: the same rules over either driver.
 *
 *   open --begin--> active --commit--> over          (transaction)
 *                   active --a query failed--> failed --rollback--> over
 *                   active --limit passed--> expired --rollback--> over
 *
 * A failed transaction runs nothing more and never commits: PostgreSQL would ignore what follows, SQLite would keep
 * it, so neither gets the chance. While a callback of `transaction` runs, its asynchronous context may not use the
 * database itself: on SQLite it would wait for the writer that it holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Driver, DriverTransaction } from './driver.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'
import type { TransactionOptions, Transactor } from './transactor.ts'
import { DatabaseError } from './database-error.ts'

/** Longest time that a transaction may stay open, in milliseconds. */
const transactionLimit = 5_000

export class Database implements Transactor {
  readonly #driver: Driver
  readonly #current = new AsyncLocalStorage<OpenTransaction>()

  constructor(driver: Driver) {
    this.#driver = driver
  }

  get dialect(): Dialect {
    return this.#driver.dialect
  }

  /** The transaction that the calling asynchronous context is inside of, for what has to join it. */
  get current(): Connection | undefined {
    const transaction = this.#current.getStore()
    return transaction?.isActive === true ? transaction : undefined
  }

  /** Runs one statement; a write is durable when it resolves. */
  async run(statement: Statement): Promise<StatementResult> {
    this.#refuseInside()
    return await this.#driver.run(statement)
  }

  /** Runs statements in one transaction, in order; all or none. */
  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    this.#refuseInside()
    return statements.length === 0 ? [] : await this.#driver.batch(statements)
  }

  /** Runs `work` in one transaction that commits when it resolves and rolls back when it rejects. */
  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { limit = transactionLimit, tenant }: TransactionOptions = {},
  ): Promise<Result> {
    this.#refuseInside()
    const transaction = new OpenTransaction(await this.#driver.begin(tenant), limit)
    try {
      const result = await this.#current.run(transaction, () => work(transaction))
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
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

  async close(): Promise<void> {
    await this.#driver.close()
  }

  #refuseInside(): void {
    if (this.current !== undefined) {
      throw new DatabaseError(
        'outside_transaction',
        'The database was used inside one of its transactions: use the database that transaction() handed to your function.',
      )
    }
  }
}

class OpenTransaction implements Connection {
  readonly #transaction: DriverTransaction
  readonly #timer: NodeJS.Timeout | undefined
  readonly #limit: number
  #state: 'active' | 'failed' | 'expired' | 'over' = 'active'
  #cause: unknown
  #pending: Promise<unknown> = Promise.resolve()

  constructor(transaction: DriverTransaction, limit: number) {
    this.#transaction = transaction
    this.#limit = limit
    this.#timer = Number.isFinite(limit) ? setTimeout(() => this.#expire(), limit) : undefined
  }

  get isActive(): boolean {
    return this.#state !== 'over'
  }

  async run(statement: Statement): Promise<StatementResult> {
    this.#assertActive()
    const running = this.#transaction.run(statement)
    this.#pending = Promise.allSettled([this.#pending, running])
    try {
      return await running
    } catch (error) {
      if (this.#state === 'active') this.#fail('failed', error)
      throw error
    }
  }

  async commit(): Promise<void> {
    await this.#settle()
    this.#assertActive()
    this.#end()
    await this.#transaction.commit()
  }

  /** Never throws: what ended the transaction is the error to report, and a database that is gone keeps nothing. */
  async rollback(): Promise<void> {
    if (this.#state === 'active' || this.#state === 'failed') await this.#giveUp()
    this.#end()
  }

  /** Waits for every query, those that were sent meanwhile too: one that fails undoes the transaction. */
  async #settle(): Promise<void> {
    for (let waitedFor; waitedFor !== this.#pending;) {
      waitedFor = this.#pending
      await waitedFor
    }
  }

  async #giveUp(): Promise<void> {
    try {
      await this.#transaction.rollback()
    } catch (error) {
      this.#cause ??= error
    }
  }

  #assertActive(): void {
    if (this.#state === 'active') return
    if (this.#state === 'expired') throw this.#timeout()
    throw new DatabaseError(
      'transaction_over',
      this.#state === 'failed'
        ? 'A query of this transaction failed, so nothing more runs in it: let its function end with the error.'
        : 'This transaction is over: await every query before its function ends.',
      { cause: this.#cause },
    )
  }

  #timeout(): DatabaseError {
    return new DatabaseError(
      'transaction_timeout',
      `The transaction was open for ${this.#limit} ms and was rolled back: await nothing but queries in it, or use a batch.`,
    )
  }

  #fail(state: 'failed' | 'expired', cause: unknown): void {
    this.#state = state
    this.#cause = cause
  }

  /** Gives the writer back at once; the callback learns of it at its next query, or at the commit. */
  #expire(): void {
    this.#fail('expired', this.#timeout())
    void this.#giveUp()
  }

  #end(): void {
    this.#state = 'over'
    clearTimeout(this.#timer)
  }
}
