import type { NeutralRow, NeutralTable } from '../database/neutral/neutral-table.ts'
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
  let writing = Promise.resolve()
  const write = async (rows: readonly NeutralRow[]): Promise<void> => {
    await target.add(table, rows, recordRows(table.name, copied + rows.length))
    copied += rows.length
    onCopied(table.name, copied)
  }
  try {
    for await (const rows of source.rows(table, from)) {
      signal.throwIfAborted()
      const neutral = rows.map((row) => reader.read(row))
      // The next batch is read while the target stores this one.
      await writing
      writing = write(neutral)
      // Its error is thrown by the next turn, and is not unhandled until then.
      writing.catch(() => undefined)
    }
  } finally {
    await Promise.allSettled([writing])
  }
  await writing
}
