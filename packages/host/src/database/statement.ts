/** A value as a driver binds it. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** One SQL statement with its parameters. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  /** False for a statement that only reads. */
  readonly writes: boolean
  /** Whether a power cut may undo the write after it was answered; no durable write came after a lost one. */
  readonly isRelaxed?: boolean | undefined
  /** Left out of a batch in which nothing before it has changed a row. */
  readonly ifChanged?: boolean | undefined
  /** The workspace that the statement is bound to; undefined for one over all of them. */
  readonly tenant?: string | undefined
  /** One of the host, over all workspaces even inside of a transaction that is bound to one. */
  readonly isOverAll?: boolean | undefined
  /** Set on a background read: the queue it waits in, which is a workspace's id as a rule. */
  readonly backgroundQueue?: string | undefined
  /** The id of the row that the statement inserts, where it is one new row. */
  readonly insertedId?: string | undefined
}

/** A row as both databases give it: booleans, parsed JSON, ISO 8601 times. */
export type SqlRow = Readonly<Record<string, unknown>>

export interface StatementResult {
  readonly rows: readonly SqlRow[]
  /** Rows inserted, updated or deleted. */
  readonly changes: number
}

export type Dialect = 'sqlite' | 'postgres'
