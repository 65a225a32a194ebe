import type { RawResult, ResultColumn } from './prepared-statements.ts'
import type { SqlRow, StatementResult } from '../statement.ts'

/** Rows as objects. Filling them from arrays is quicker than letting the driver make objects. */
export function decodeResult({ columns, rows, changes }: RawResult): StatementResult {
  return { rows: rows.map((values) => decodeRow(columns, values)), changes }
}

function decodeRow(columns: readonly ResultColumn[], values: readonly unknown[]): SqlRow {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < columns.length; place += 1) {
    const column = columns[place] as ResultColumn
    const value = values[place]
    row[column.name] = column.parse === undefined || value === null ? value : parse(column.parse, value)
  }
  return row
}

function parse(kind: 'boolean' | 'json', value: unknown): unknown {
  return kind === 'boolean' ? value === 1 : (JSON.parse(value as string) as unknown)
}
