import type { NeutralRow, NeutralTable } from '../database/neutral/neutral-table.ts'
import { rowReader } from '../database/neutral/read-values.ts'
import { recordRows, type BegunMove } from './move-marks.ts'
import type { TableFacts } from './moved-tables.ts'
import { ReadAhead } from './read-ahead.ts'
import type { MoveSide, MoveTarget } from './sides/move-side.ts'

/** A copy of tables. */
export interface TableCopy {
  readonly source: MoveSide
  readonly target: MoveTarget
  readonly tables: readonly NeutralTable[]
  /** Of the source. */
  readonly facts: readonly TableFacts[]
  /** How far the target is. */
  readonly begun: BegunMove
  readonly signal: AbortSignal
  /** Called after each transaction. */
  onCopied(table: string, rows: number): void
}

/**
 * Copies the rows that the target does not have yet: the source is read while the target stores. The rows of a
 * transaction are there with their record, or not at all.
 */
export async function copyTables(copy: TableCopy): Promise<void> {
  for (const table of copy.tables) {
    const wanted = copy.facts.find((each) => each.table === table.name)?.rows ?? 0
    const copied = copy.begun.rows.get(table.name) ?? 0
    if (copied < wanted) await copyTable(copy, table, copied)
  }
}

/** Few enough to be copied again after a kill, and so many that neither side often waits for a commit. */
const batchesPerTransaction = 40

async function copyTable(
  { source, target, signal, onCopied }: TableCopy,
  table: NeutralTable,
  from: number,
): Promise<void> {
  const reader = rowReader(table, source.dialect)
  await using batches = new ReadAhead(source.rows(table, from))
  let copied = from
  const nextRows = async function* (): AsyncGenerator<readonly NeutralRow[]> {
    for await (const rows of batches.take(batchesPerTransaction)) {
      signal.throwIfAborted()
      copied += rows.length
      yield rows.map((row) => reader.read(row))
    }
  }
  while (!(await batches.isAtEnd())) {
    await target.add(table, nextRows(), () => recordRows(table.name, copied))
    onCopied(table.name, copied)
  }
}
