/** Error codes, the same on both databases. */
export type DatabaseErrorCode =
  /** The query does something that the layer refuses: a mistake of its author. */
  | 'query_refused'
  /** A value does not fit its column. */
  | 'invalid_value'
  /** The outer database was used inside a transaction. */
  | 'outside_transaction'
  /** A query came after one that failed, or after the end. */
  | 'transaction_over'
  /** The transaction took longer than it may. */
  | 'transaction_timeout'
  /** The database can't be reached, or gave a statement up; a later try may succeed. */
  | 'unavailable'
  /** Too many background reads wait, or one took longer than it may; a later attempt, or a smaller read, may succeed. */
  | 'busy'
  /** The disk is full. */
  | 'storage_full'
  /** Another host process uses the file. */
  | 'locked'
  /** Row-level security was asked for where it would protect nothing. */
  | 'row_security_void'
  /** The stored tables do not fit the models. */
  | 'migration_refused'
  /** The database is closed. */
  | 'closed'

/** An error of the data layer whose sentence states the fix. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
