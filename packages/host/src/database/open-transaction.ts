/**
 * A transaction as its caller sees it.
 *
 *   open --begin--> active --commit--> over
 *                   active --a query failed--> failed --rollback--> over
 *                   active --limit passed--> expired --rollback--> over
 *
 * A failed transaction runs nothing more and never commits: PostgreSQL would ignore later statements, SQLite would keep
 * them, so neither gets the chance.
 */
import type { Connection, DriverTransaction } from './driver.ts'
import type { Statement, StatementResult } from './statement.ts'
import { DatabaseError } from './database-error.ts'
import { mixedTenants } from './one-tenant.ts'
import { transactionScope } from './transaction-scope.ts'

interface OpenOptions {
  /** Milliseconds. */
  readonly limit: number
  /** The workspace that it is bound to; undefined over all of them. */
  readonly tenant: string | undefined
}

export class OpenTransaction implements Connection {
  readonly #scope = transactionScope()
  readonly #transaction: DriverTransaction
  readonly #timer: NodeJS.Timeout | undefined
  readonly #limit: number
  readonly #tenant: string | undefined
  #state: 'active' | 'failed' | 'expired' | 'over' = 'active'
  #cause: unknown
  #pending: Promise<unknown> = Promise.resolve()
  readonly #followers: (() => void)[] = []
  readonly #announcements: (() => Promise<void>)[] = []

  constructor(transaction: DriverTransaction, { limit, tenant }: OpenOptions) {
    this.#transaction = transaction
    this.#limit = limit
    this.#tenant = tenant
    this.#timer = Number.isFinite(limit) ? setTimeout(() => this.#expire(), limit) : undefined
  }

  /** Whether the calling code is part of it, in whose asynchronous context it is. */
  get isJoined(): boolean {
    return this.#state !== 'over' && this.#scope === transactionScope()
  }

  async run(statement: Statement): Promise<StatementResult> {
    this.#assertActive()
    if (statement.tenant !== undefined && statement.tenant !== this.#tenant) throw mixedTenants()
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
    for (const work of this.#followers) follow(work)
    await Promise.all(this.#announcements.map((work) => work()))
  }

  /** Runs `work` when this transaction has been committed. */
  afterCommit(work: () => void): void {
    this.#followers.push(work)
  }

  /** Runs `work` when this transaction has been committed, before `commit` resolves. */
  beforeAnswer(work: () => Promise<void>): void {
    this.#announcements.push(work)
  }

  /** Never throws: the cause of the rollback is the error to report, and a database that is gone stores nothing. */
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
        ? "A query of this transaction failed, so it can't run more queries: let its function throw the error."
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

/** A commit stays whatever a callback throws; there is no other place for that error. */
function follow(work: () => void): void {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
