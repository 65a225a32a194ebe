/**
 * The tables of a PostgreSQL schema in one snapshot: a read-only transaction that sees the same rows to its end, whatever
 * other processes write. Each table is copied in the order of its key, in PostgreSQL's binary form.
 */
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { quote } from '../../database/quote.ts'
import { withSettings } from '../../database/postgres/postgres-url.ts'
import { overEveryWorkspace } from '../../database/postgres/row-security.ts'
import type { BackupSource } from './backup-source.ts'
import { readPostgresSchema, type PostgresTable } from './postgres-schema.ts'

const withoutLimits = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0'

/** A connection without limits of time, which sees the rows of every workspace. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...withSettings(url, `${withoutLimits} ${overEveryWorkspace}`),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Between two statements nothing else listens, and an error without a listener ends the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Opens the snapshot; the caller has the lock of `backup-lock.ts`. @param clock milliseconds since 1970 */
export async function openPostgresSource(url: string, clock: () => number): Promise<BackupSource> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(await connectForBackup(url), (each) => each.end())
  await client.query('begin isolation level repeatable read read only')
  const at = clock()
  const { statements, tables } = await readPostgresSchema(client)
  const counts = new Map<string, number>()
  const held = opened.move()
  return {
    dialect: 'postgres',
    at,
    schema: statements,
    async *streams() {
      for (const table of tables) {
        const copy = client.query(to(copyText(table)))
        yield { name: table.name, columns: table.columns, content: copy }
        counts.set(table.name, copy.rowCount)
      }
    },
    rows: async () => Object.fromEntries(counts),
    query: async (sql) => (await client.query(sql)).rows as Record<string, unknown>[],
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Copies the rows of a table in the order of its key. */
export function copyText({ name, columns, key }: PostgresTable): string {
  const order = key.length === 0 ? '' : ` order by ${key.map(quote).join(', ')}`
  return `copy (select ${columns.map(quote).join(', ')} from ${quote(name)}${order}) to stdout (format binary)`
}
