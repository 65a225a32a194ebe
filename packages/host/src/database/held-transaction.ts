/**
 * One open transaction whose scopes can do everything they can do on the database: their transactions and batches are
 * part of it, and commit with it or not at all.
 *
 *   open --transaction--> nested (a savepoint; the next one waits) --resolved--> open, its writes kept
 *                                                                  '--rejected--> open, its writes undone
 *
 * As everywhere, a failed query ends the whole transaction; see `OpenTransaction`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from './driver.ts'
import { runInOrder } from './run-in-order.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'
import type { Transactor } from './transactor.ts'
import { DatabaseError } from './database-error.ts'

export class HeldTransaction implements Transactor {
  readonly dialect: Dialect
  readonly #connection: Connection
  readonly #nested = new AsyncLocalStorage<true>()
  /** The end of the last transaction inside: savepoints that overlap would undo each other's writes. */
  #last: Promise<void> = Promise.resolve()

  constructor(dialect: Dialect, connection: Connection) {
    this.dialect = dialect
    this.#connection = connection
  }

  async run(statement: Statement): Promise<StatementResult> {
    this.#refuseInside()
    return await this.#connection.run(statement)
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    this.#refuseInside()
    return await runInOrder(this.#connection, statements)
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    this.#refuseInside()
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    try {
      return await this.#savepoint(work)
    } finally {
      resolve()
    }
  }

  async #savepoint<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    await this.#execute('savepoint nested')
    try {
      const result = await this.#nested.run(true, () => work(this.#connection))
      await this.#execute('release savepoint nested')
      return result
    } catch (error) {
      await this.#undo()
      throw error
    }
  }

  /** Never throws: a transaction that takes no more statements is undone as a whole. */
  async #undo(): Promise<void> {
    try {
      await this.#execute('rollback to savepoint nested')
      await this.#execute('release savepoint nested')
    } catch {
      // The cause of the rollback is the error to report.
    }
  }

  async #execute(sql: string): Promise<void> {
    await this.#connection.run({ sql, parameters: [], writes: true })
  }

  #refuseInside(): void {
    if (this.#nested.getStore() === undefined) return
    throw new DatabaseError(
      'outside_transaction',
      'The database was used inside one of its transactions: use the database that transaction() passes to your function.',
    )
  }
}
