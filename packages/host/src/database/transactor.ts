import type { Connection } from './driver.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'

export interface TransactionOptions {
  /** Milliseconds; without it 5,000. */
  readonly limit?: number
  /** The workspace that every statement of the transaction is bound to; undefined for one over all of them. */
  readonly tenant?: string | undefined
}

/**
 * The target of a scope's queries: the whole database, one open transaction, or either with writes attached. Bound
 * queries depend on nothing else.
 */
export interface Transactor extends Connection {
  readonly dialect: Dialect
  /** Runs statements in one transaction, in order; all or none. */
  batch(statements: readonly Statement[]): Promise<readonly StatementResult[]>
  /** Runs `work` in one transaction that commits when it resolves and rolls back when it rejects. */
  transaction<Result>(work: (connection: Connection) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}
