import type { ColumnKind } from '@host/plugin'
import type { Dialect } from './statement.ts'

/**
 * The stored type of each kind. SQLite's `JSON_TEXT` and `TIME_TEXT` have text affinity (plain `JSON` would turn '1e3'
 * into a number) and tell the reader how to parse. PostgreSQL sorts texts by their bytes, as SQLite does.
 */
export const sqlTypes: Readonly<Record<Dialect, Readonly<Record<ColumnKind, string>>>> = {
  sqlite: {
    id: 'TEXT',
    org: 'TEXT',
    text: 'TEXT',
    integer: 'INTEGER',
    real: 'REAL',
    boolean: 'BOOLEAN',
    json: 'JSON_TEXT',
    time: 'TIME_TEXT',
    bytes: 'BLOB',
  },
  postgres: {
    id: 'text',
    org: 'text',
    text: 'text',
    integer: 'bigint',
    real: 'double precision',
    boolean: 'boolean',
    json: 'jsonb',
    time: 'timestamptz(3)',
    bytes: 'bytea',
  },
}
