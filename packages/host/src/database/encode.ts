/**
 * Allowed values of columns, checked here so that SQLite stores nothing that PostgreSQL would refuse: no NUL in a text,
 * no whole number beyond 2^53, no time without a zone, no text over its length.
 */
import type { Column, ColumnKind } from '@host/plugin'
import type { SqlValue } from './statement.ts'
import { DatabaseError } from './database-error.ts'

type Encoder = (value: unknown) => SqlValue | undefined

const encoders: Readonly<Record<ColumnKind, Encoder>> = {
  id: encodeText,
  org: encodeText,
  text: encodeText,
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  real: (value) => (Number.isFinite(value) ? (value as number) : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  json: encodeJson,
  time: encodeTime,
  bytes: (value) => (value instanceof Uint8Array ? value : undefined),
}

const wants: Readonly<Record<ColumnKind, string>> = {
  id: 'a string without NUL characters',
  org: 'a workspace ID',
  text: 'a string without NUL characters',
  integer: 'a whole number of at most 2^53 - 1',
  real: 'a finite number',
  boolean: 'true or false',
  json: 'a JSON value without NUL characters',
  time: 'an ISO 8601 time with its zone, such as 2026-01-31T08:15:00.000Z',
  bytes: 'a Uint8Array',
}

/**
 * A value as it is stored in a column.
 * @param name `table.column`, for the message
 */
export function encodeValue(name: string, column: Column, value: unknown): SqlValue {
  if (value === null || value === undefined) {
    if (column.nullable) return null
    throw new DatabaseError('invalid_value', `${name} is required: use ${wants[column.kind]}.`)
  }
  const encoded = encodeOperand(name, column, value)
  if (column.max !== undefined && typeof encoded === 'string' && isLonger(encoded, column.max)) {
    throw new DatabaseError('invalid_value', `${name} can have at most ${column.max} characters: shorten the value.`)
  }
  return encoded
}

/** A value that a query compares with a column; it may be longer than the column allows. */
export function encodeOperand(name: string, column: Column, value: unknown): SqlValue {
  if (value === null) return null
  const encoded = encoders[column.kind](value)
  if (encoded === undefined) {
    throw new DatabaseError('invalid_value', `${name} must be ${wants[column.kind]}, not ${describe(value)}.`)
  }
  return encoded
}

/** A value that no column explains. */
export function encodePlain(value: unknown): SqlValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Uint8Array) return value
  const text = encodeText(value)
  if (text !== undefined) return text
  throw new DatabaseError(
    'invalid_value',
    `A query can't use ${describe(value)} as a value: pass a string, number, or boolean.`,
  )
}

function encodeText(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : undefined
}

// bounded: the look-behind lets each run of backslashes be tried from its start alone.
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function encodeJson(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined
  return text !== undefined && hasUnstorableEscape(text) ? undefined : text
}

/** Whether a JSON text has an escape that PostgreSQL refuses: a NUL character, or half a surrogate pair. */
export function hasUnstorableEscape(text: string): boolean {
  return text.includes('\\u') && unstorableEscape.test(text)
}

const canonicalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A time in the form that is stored; undefined for a value that is none. */
export function encodeTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || !zonedTime.test(value)) return undefined
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return undefined
  const text = moment.toISOString()
  return canonicalTime.test(text) && !text.startsWith('0000') ? text : undefined
}

function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false
  let characters = 0
  for (const _ of text) characters += 1
  return characters > max
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return value === undefined ? 'undefined' : `a value of type ${typeof value}`
}
