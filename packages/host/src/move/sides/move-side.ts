import type { NeutralRow, NeutralTable } from '../../database/neutral/neutral-table.ts'
import type { Dialect } from '../../database/statement.ts'
import type { RunSql } from '../move-marks.ts'

/** The values of a row as a database gives them, in the order of the columns. */
export type RawRow = readonly unknown[]

/** One of the two databases of a move, on a connection of its own. */
export interface MoveSide extends AsyncDisposable {
  readonly dialect: Dialect
  /** Runs a statement. */
  readonly run: RunSql
  /**
   * Rows in batches of bounded memory, in the same order until a row is written.
   * @param skip rows that are left out at the beginning
   */
  rows(table: NeutralTable, skip?: number): AsyncIterable<readonly RawRow[]>
}

/** The database that rows are moved into. */
export interface MoveTarget extends MoveSide {
  /**
   * Adds rows in batches, each while the next one is read, and runs a statement that records them: all or none.
   * @param record gives the statement, and is called after the last batch
   */
  add(table: NeutralTable, batches: AsyncIterable<readonly NeutralRow[]>, record: () => string): Promise<void>
  /** Runs statements: all or none. @param prove runs before them in their transaction, and refuses by throwing */
  runAll(statements: readonly string[], prove?: () => Promise<void>): Promise<void>
}
