import type { Dialect } from '../../database/statement.ts'

/** A table or a file at one moment. */
export interface SourceStream {
  readonly name: string
  /** Columns of a table in their order; empty for a file. */
  readonly columns: readonly string[]
  readonly content: AsyncIterable<Uint8Array>
}

/** Statements that make tables, before and after their rows are there. */
export interface SchemaStatements {
  readonly schema: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** A database at one moment, whatever is written to it meanwhile. */
export interface BackupSource extends AsyncDisposable {
  readonly dialect: Dialect
  /** Milliseconds since 1970. */
  readonly at: number
  readonly schema: SchemaStatements
  /** Each is read to its end before the next one is requested. */
  streams(): AsyncIterable<SourceStream>
  /** Rows by table, once all streams were read. */
  rows(): Promise<Readonly<Record<string, number>>>
  /** Runs a query that reads. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}
