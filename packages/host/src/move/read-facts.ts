import { nameRow, type NeutralTable } from '../database/neutral/neutral-table.ts'
import { rowReader, type RowReader } from '../database/neutral/read-values.ts'
import { TableDigest } from '../database/neutral/row-digest.ts'
import { UnstorableValue } from '../database/neutral/unstorable-value.ts'
import type { TableFacts } from './moved-tables.ts'
import type { MoveSide, RawRow } from './sides/move-side.ts'

/** How many values are named that can't be moved. */
const mostNamed = 20

/** The rows of the tables of a move, and the values among them that can't be moved. */
export interface SideFacts {
  readonly tables: readonly TableFacts[]
  /** Sentences, at most 20. */
  readonly problems: readonly string[]
}

/** Reads every row of one side. @param signal ends the work between two batches */
export async function readFacts(
  side: MoveSide,
  tables: readonly NeutralTable[],
  signal: AbortSignal,
): Promise<SideFacts> {
  const problems: string[] = []
  const facts: TableFacts[] = []
  for (const table of tables) {
    const digest = new TableDigest()
    const reader = rowReader(table, side.dialect)
    for await (const rows of side.rows(table)) {
      signal.throwIfAborted()
      for (const row of rows) addRow(digest, { table, reader, problems }, row)
    }
    facts.push({ table: table.name, rows: digest.rows, digest: digest.text })
  }
  return { tables: facts, problems: problems.slice(0, mostNamed) }
}

interface RowPlace {
  readonly table: NeutralTable
  readonly reader: RowReader
  readonly problems: string[]
}

function addRow(digest: TableDigest, { table, reader, problems }: RowPlace, row: RawRow): void {
  try {
    digest.add(reader.read(row))
  } catch (error) {
    if (!(error instanceof UnstorableValue)) throw error
    if (problems.length >= mostNamed) return
    problems.push(`The column "${table.name}.${error.column}" of ${nameRow(table, row)} ${error.message}.`)
  }
}
