/** Values as the databases give them, made neutral. Each refuses a value that has no neutral form. */
import type { ColumnKind } from '@host/plugin'
import { encodeTime, hasUnstorableEscape } from '../encode.ts'
import type { SqlRow, SqlValue } from '../statement.ts'
import { canonicalJson } from './canonical-json.ts'
import type { NeutralRow, NeutralTable } from './neutral-table.ts'
import { UnstorableValue } from './unstorable-value.ts'

/** The forms in which rows come: from the driver of SQLite, from COPY of PostgreSQL, and from the layer above both. */
export type RowForm = 'sqlite' | 'postgres' | 'layer'

/** Reads a value that is not null. @throws Unreadable */
type Read = (value: unknown) => SqlValue

/** A value without a neutral form. Its message is the reason, as the end of a sentence. */
class Unreadable extends Error {}

/** Reads rows of one table. */
export interface RowReader {
  /** @param values in the order of the columns @throws UnstorableValue */
  read(values: readonly unknown[]): NeutralRow
}

/** Makes the reader of a table's rows in one of the forms. */
export function rowReader({ columns }: NeutralTable, form: RowForm): RowReader {
  const reads = columns.map(({ kind }) => readers[form][kind])
  return {
    read(values) {
      const row: SqlValue[] = []
      try {
        for (const read of reads) {
          const value = values[row.length]
          row.push(value === null || value === undefined ? null : read(value))
        }
        return row
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        throw new UnstorableValue(columns[row.length]?.name ?? '', error.message)
      }
    },
  }
}

/** A row that was selected through the layer, in its neutral form. @throws UnstorableValue */
export function neutralRow(table: NeutralTable, row: SqlRow): NeutralRow {
  return rowReader(table, 'layer').read(table.columns.map(({ name }) => row[name]))
}

const otherType = (): Unreadable => new Unreadable('has a value of another type than its column')

const text: Read = (value) => {
  if (typeof value !== 'string') throw otherType()
  if (value.includes('\0')) throw new Unreadable('has a NUL character')
  if (!value.isWellFormed()) throw new Unreadable('has half a surrogate pair')
  return value
}

const integer: Read = (value) => {
  if (typeof value === 'bigint') return safeOr(value)
  if (!Number.isSafeInteger(value)) throw otherType()
  return Number(value) + 0
}

function safeOr(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

const real: Read = (value) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw otherType()
  if (!Number.isFinite(Number(value))) throw new Unreadable('is not a finite number')
  // Adding zero makes -0 a plain zero, which is all that SQLite stores.
  return Number(value) + 0
}

/** Times as they are stored, but for the last days of months: these are read by the calendar. */
const plainTime = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const time: Read = (value) => {
  if (typeof value === 'string' && plainTime.test(value)) return value
  const stored = encodeTime(value)
  if (typeof stored !== 'string') throw new Unreadable('is not a time')
  return stored
}

const bytes: Read = (value) => {
  if (value instanceof Uint8Array) return value
  throw otherType()
}

const boolean: Read = (value) => {
  if (typeof value === 'boolean') return value
  throw otherType()
}

function parsedJson(value: unknown): string {
  const canonical = canonicalJson(value)
  if (hasUnstorableEscape(canonical)) throw new Unreadable('has a NUL character or half a surrogate pair')
  return canonical
}

const json: Read = (value) => {
  if (typeof value !== 'string') throw otherType()
  try {
    return parsedJson(JSON.parse(value))
  } catch (error) {
    // Also for one that is nested more deeply than can be read.
    throw error instanceof Unreadable ? error : new Unreadable('is not JSON')
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
  boolean: (value) => {
    if (value === 0 || value === 1 || value === 0n || value === 1n) return Number(value) === 1
    throw otherType()
  },
}

const copiedTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/

/** As COPY writes them in a session whose zone is UTC; texts alone. */
const postgres: Readonly<Record<ColumnKind, Read>> = {
  ...layer,
  json,
  integer: (value) => {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : BigInt(value as string)
  },
  real: (value) => real(Number(value)),
  boolean: (value) => value === 't',
  time: (value) => {
    const copied = value as string
    if (!copiedTime.test(copied)) throw new Unreadable('is a time beyond the years 1 to 9999')
    const [day, seconds, fraction] = [copied.slice(0, 10), copied.slice(11, 19), copied.slice(20, -3)]
    return `${day}T${seconds}.${fraction.padEnd(3, '0')}Z`
  },
  bytes: (value) => Uint8Array.fromHex((value as string).slice(2)),
}

const readers = { layer, sqlite, postgres } as const
