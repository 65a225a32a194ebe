import type { MessagePort } from 'node:worker_threads'
import type { Dialect, Statement, StatementResult } from './statement.ts'

/** Runs statements: the whole database, or one transaction. */
export interface Connection {
  run(statement: Statement): Promise<StatementResult>
}

/** A transaction as a driver holds it open. */
export interface DriverTransaction extends Connection {
  commit(): Promise<void>
  /** Ends the transaction without a trace; also after an error. */
  rollback(): Promise<void>
}

/** One database product behind the layer. `Database` adds the shared parts. */
export interface Driver extends Connection {
  readonly dialect: Dialect
  /** Whether the database itself keeps the rows of workspaces apart, by the setting `tenant`. */
  readonly hasRowSecurity: boolean
  /** Leads to the lease runner in the driver's own thread; undefined for a driver without a thread. */
  readonly leasePort?: MessagePort | undefined
  /**
   * All statements or none, in order.
   * @param tenant the workspace that every statement of it is bound to; undefined over all of them
   */
  batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]>
  /** @param tenant the workspace that every statement of it is bound to; undefined over all of them */
  begin(tenant?: string): Promise<DriverTransaction>
  /** Makes this transaction wait until it is the only one that migrates, in every process. */
  lockMigrations(transaction: Connection): Promise<void>
  /** Forgets prepared statements, after the tables changed. */
  clearStatements(): Promise<void>
  /** Writes something without a meaning, to learn whether writing works. */
  probe(): Promise<void>
  close(): Promise<void>
}
