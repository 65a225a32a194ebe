/** Rows as a file has them: arrays of JSON values in the order of the columns, alike for both databases. */
import type { ColumnKind } from '@host/plugin'
import { neutralRow } from '../../database/neutral/read-values.ts'
import type { NeutralTable } from '../../database/neutral/neutral-table.ts'
import { UnstorableValue } from '../../database/neutral/unstorable-value.ts'
import type { SqlValue } from '../../database/statement.ts'
import type { TransferredRow } from '@host/plugin'
import { TransferError } from '../transfer-error.ts'

/** The values of a selected row. @throws TransferError for a value that the other database would refuse */
export function fileRow(table: NeutralTable, row: TransferredRow): readonly unknown[] {
  try {
    return neutralRow(table, row).map(jsonOf)
  } catch (cause) {
    if (!(cause instanceof UnstorableValue)) throw cause
    const problem = `A row of the table "${table.name}" can't be exported: its column "${cause.column}" ${cause.message}.`
    throw new TransferError(problem, { cause })
  }
}

function jsonOf(value: SqlValue): unknown {
  return value instanceof Uint8Array ? value.toBase64() : value
}

/** The row of values, for an insert. @throws TransferError for values of other kinds than the columns */
export function rowOf({ name, columns }: NeutralTable, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  if (values.length !== columns.length) throw new TransferError(`A row of the table "${name}" has other columns.`)
  return Object.fromEntries(
    columns.map((column, at) => {
      const value = valueOf(column.kind, values[at])
      if (value === undefined) throw wrongKind(name, column.name)
      return [column.name, value]
    }),
  )
}

/** @returns undefined for a value of another kind */
function valueOf(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (kind === 'integer') return Number.isSafeInteger(value) ? value : undefined
  if (kind === 'real') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  if (kind === 'bytes') return bytesOf(value)
  return kind === 'json' ? parsed(value) : value
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text)
    return bytes.toBase64() === text ? bytes : undefined
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function wrongKind(table: string, column: string): TransferError {
  return new TransferError(`A row of the table "${table}" has a value of another kind in its column "${column}".`)
}
