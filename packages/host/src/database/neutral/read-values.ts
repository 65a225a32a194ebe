/** Values as the databases give them, made neutral. Each refuses a value that has no neutral form. */
import type { ColumnKind } from '@host/plugin'
import { encodeTime, hasUnstorableEscape } from '../encode.ts'
import type { SqlRow, SqlValue } from '../statement.ts'
import { canonicalJson } from './canonical-json.ts'
import type { NeutralRow, NeutralTable } from './neutral-table.ts'
import { UnstorableValue } from './unstorable-value.ts'

/** The forms in which rows come: from the driver of SQLite, from COPY of PostgreSQL, and from the layer above both. */
export type RowForm = 'sqlite' | 'postgres' | 'layer'

/** Reads a value that is not null; a text is the reason why it can't. */
type Read = (value: unknown) => { readonly value: SqlValue } | string

/** Reads rows of one table. */
export interface RowReader {
  /** @param values in the order of the columns @throws UnstorableValue */
  read(values: readonly unknown[]): NeutralRow
}

/** Makes the reader of a table's rows in one of the forms. */
export function rowReader({ columns }: NeutralTable, form: RowForm): RowReader {
  const reads = columns.map(({ name, kind }) => ({ name, read: readers[form][kind] }))
  return { read: (values) => reads.map(({ name, read }, at) => readValue(name, read, values[at])) }
}

function readValue(column: string, read: Read, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  const result = read(value)
  if (typeof result === 'string') throw new UnstorableValue(column, result)
  return result.value
}

/** A row that was selected through the layer, in its neutral form. @throws UnstorableValue */
export function neutralRow(table: NeutralTable, row: SqlRow): NeutralRow {
  return rowReader(table, 'layer').read(table.columns.map(({ name }) => row[name]))
}

const typeReason = 'has a value of another type than its column'

const text: Read = (value) => {
  if (typeof value !== 'string') return typeReason
  if (value.includes('\0')) return 'has a NUL character'
  return value.isWellFormed() ? { value } : 'has half a surrogate pair'
}

const integer: Read = (value) => {
  if (typeof value !== 'bigint') return Number.isSafeInteger(value) ? { value: Number(value) + 0 } : typeReason
  const number = Number(value)
  return { value: Number.isSafeInteger(number) ? number : value }
}

const real: Read = (value) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return typeReason
  // Adding zero makes -0 a plain zero, which is all that SQLite stores.
  return Number.isFinite(Number(value)) ? { value: Number(value) + 0 } : 'is not a finite number'
}

const time: Read = (value) => {
  const stored = encodeTime(value)
  return typeof stored === 'string' ? { value: stored } : 'is not a time'
}

const bytes: Read = (value) => (value instanceof Uint8Array ? { value } : typeReason)

const boolean: Read = (value) => (typeof value === 'boolean' ? { value } : typeReason)

function parsedJson(value: unknown): ReturnType<Read> {
  const canonical = canonicalJson(value)
  return hasUnstorableEscape(canonical) ? 'has a NUL character or half a surrogate pair' : { value: canonical }
}

const json: Read = (value) => {
  if (typeof value !== 'string') return typeReason
  try {
    return parsedJson(JSON.parse(value))
  } catch {
    // Also for one that is nested more deeply than can be read.
    return 'is not JSON'
  }
}

const layer: Readonly<Record<ColumnKind, Read>> = {
  id: text,
  org: text,
  text,
  integer,
  real,
  boolean,
  json: parsedJson,
  time,
  bytes,
}

const sqlite: Readonly<Record<ColumnKind, Read>> = {
  ...layer,
  json,
  boolean: (value) =>
    value === 0 || value === 1 || value === 0n || value === 1n ? { value: Number(value) === 1 } : typeReason,
}

const copiedTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/** As COPY writes them in a session whose zone is UTC; texts alone. */
const postgres: Readonly<Record<ColumnKind, Read>> = {
  ...layer,
  json,
  integer: (value) => {
    const number = Number(value)
    return { value: Number.isSafeInteger(number) ? number : BigInt(value as string) }
  },
  real: (value) => real(Number(value)),
  boolean: (value) => ({ value: value === 't' }),
  time: (value) => {
    const [, day, seconds, fraction = ''] = copiedTime.exec(value as string) ?? []
    return day === undefined
      ? 'is a time beyond the years 1 to 9999'
      : { value: `${day}T${seconds}.${fraction.padEnd(3, '0')}Z` }
  },
  bytes: (value) => ({ value: Uint8Array.fromHex((value as string).slice(2)) }),
}

const readers = { layer, sqlite, postgres } as const
