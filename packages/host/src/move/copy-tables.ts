import type { NeutralTable } from '../database/neutral/neutral-table.ts'
import { rowReader } from '../database/neutral/read-values.ts'
import { recordRows, type BegunMove } from './move-marks.ts'
import type { TableFacts } from './moved-tables.ts'
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
  /** Called after each batch. */
  onCopied(table: string, rows: number): void
}

/** Copies the rows that the target does not have yet. Each batch is there with its record, or not at all. */
export async function copyTables(copy: TableCopy): Promise<void> {
  for (const table of copy.tables) {
    const wanted = copy.facts.find((each) => each.table === table.name)?.rows ?? 0
    const copied = copy.begun.rows.get(table.name) ?? 0
    if (copied < wanted) await copyTable(copy, table, copied)
  }
}

async function copyTable(
  { source, target, signal, onCopied }: TableCopy,
  table: NeutralTable,
  from: number,
): Promise<void> {
  const reader = rowReader(table, source.dialect)
  let copied = from
  for await (const rows of source.rows(table, from)) {
    signal.throwIfAborted()
    copied += rows.length
    const neutral = rows.map((row) => reader.read(row))
    await target.add(table, neutral, recordRows(table.name, copied))
    onCopied(table.name, copied)
  }
}
