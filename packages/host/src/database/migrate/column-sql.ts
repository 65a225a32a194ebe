import type { Column } from '@host/plugin'
import type { Dialect } from '../statement.ts'
import { quote, quoteText } from '../quote.ts'
import { sqlTypes } from '../sql-types.ts'

const textKinds: ReadonlySet<string> = new Set(['id', 'org', 'text'])

/** `"title" text collate "C" not null default 'x'`. */
export function columnSql(dialect: Dialect, name: string, column: Column): string {
  const collation = dialect === 'postgres' && textKinds.has(column.kind) ? ' collate "C"' : ''
  const required = column.nullable ? '' : ' not null'
  const value = defaultSql(dialect, column)
  const key = column.kind === 'id' ? ' primary key' : ''
  return `${quote(name)} ${sqlTypes[dialect][column.kind]}${collation}${required}${value === undefined ? '' : ` default ${value}`}${key}`
}

/**
 * The default in SQL, for rows that are there already; an insert brings its own. Rows that get a time column with
 * the default `now` have the time of the migration.
 */
export function defaultSql(dialect: Dialect, column: Column): string | undefined {
  const { kind, default: value } = column
  if (value === undefined || value === null) return undefined
  if (kind === 'boolean') return dialect === 'sqlite' ? String(Number(value)) : `${value === true}`
  if (kind === 'json') return quoteText(JSON.stringify(value))
  if (kind === 'time' && value === 'now') return quoteText(new Date().toISOString())
  if (value instanceof Uint8Array) return dialect === 'sqlite' ? `x'${value.toHex()}'` : `'\\x${value.toHex()}'`
  return typeof value === 'number' ? `${value}` : quoteText(value as string)
}

/** The type as the database reports it. */
export function storedType(dialect: Dialect, { kind }: Column): string {
  const type = sqlTypes[dialect][kind]
  return type === 'timestamptz(3)' ? 'timestamp(3) with time zone' : type
}
