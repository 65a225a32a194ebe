import type { Connection } from '../database/driver.ts'
import type { Dialect, Statement, StatementResult } from '../database/statement.ts'
import type { TransactionOptions, Transactor } from '../database/transactor.ts'
import type { EntryWriter } from './entry-writer.ts'
import type { PendingEntry } from './pending-entry.ts'

/** Options of the transactor. */
export interface AuditedTransactorOptions {
  /** The database, or the transaction that holds the whole call. */
  readonly on: Transactor
  readonly entry: PendingEntry
  readonly writer: EntryWriter
}

/**
 * Runs statements, and attaches the entry of a call to the first change that is committed. A statement that finds no
 * row to change carries nothing.
 */
export class AuditedTransactor implements Transactor {
  readonly #on: Transactor
  readonly #entry: PendingEntry
  readonly #writer: EntryWriter

  constructor({ on, entry, writer }: AuditedTransactorOptions) {
    this.#on = on
    this.#entry = entry
    this.#writer = writer
  }

  get dialect(): Dialect {
    return this.#on.dialect
  }

  async run(statement: Statement): Promise<StatementResult> {
    if (!statement.writes) return await this.#on.run(statement)
    const carried = this.#attach([statement], statement.tenant)
    if (carried !== undefined) return (await this.#carry([statement, carried]))[0] ?? nothing
    const result = await this.#on.run(statement)
    if (result.changes > 0) this.#entry.passed()
    return result
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const changes = statements.filter(({ writes }) => writes)
    const carried = changes.length === 0 ? undefined : this.#attach(changes, changes[0]?.tenant)
    if (carried !== undefined) return await this.#carry([...statements, carried])
    const results = await this.#on.batch(statements)
    if (results.some(({ changes: rows }, place) => rows > 0 && statements[place]?.writes === true)) this.#entry.passed()
    return results
  }

  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    const changes: Statement[] = []
    let carried: Statement | undefined
    const running = this.#on.transaction(async (connection) => {
      const result = await work(watched(connection, changes))
      carried = changes.length === 0 ? undefined : this.#attach(changes, options.tenant)
      if (carried !== undefined) await connection.run(carried)
      return result
    }, options)
    try {
      const result = await running
      if (carried !== undefined) this.#entry.committed()
      else if (changes.length > 0) this.#entry.passed()
      return result
    } catch (error) {
      if (carried !== undefined) this.#entry.rolledBack()
      throw error
    }
  }

  #attach(changes: readonly Statement[], tenant: string | undefined): Statement | undefined {
    const entry = this.#entry.attach(changes, tenant)
    return entry && this.#writer.insertBehind(entry, tenant)
  }

  /** @param statements the entry's is the last one, whose result is left out */
  async #carry(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    try {
      const results = await this.#on.batch(statements)
      if (results.at(-1)?.changes === 1) this.#entry.committed()
      else this.#entry.rolledBack()
      return results.slice(0, -1)
    } catch (error) {
      this.#entry.rolledBack()
      throw error
    }
  }
}

/** A transaction that remembers its changes. */
function watched(connection: Connection, changes: Statement[]): Connection {
  return {
    run: async (statement) => {
      const result = await connection.run(statement)
      if (statement.writes && result.changes > 0) changes.push(statement)
      return result
    },
  }
}

const nothing: StatementResult = Object.freeze({ rows: [], changes: 0 })
