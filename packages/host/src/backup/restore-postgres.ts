/**
 * Puts a backup into a PostgreSQL schema, in one transaction: the tables that are there move to a schema of their own, the
 * safety copy, and the backup's take their place. A restore that fails, or whose process ends, leaves everything as it was.
 */
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { quote } from '../database/quote.ts'
import { BackupError } from './backup-error.ts'
import type { BackupBody, StoredStream } from './backup-format.ts'
import { readStream, type ChunkReader } from './chunks/chunk-store.ts'
import { readPostgresSchema } from './sources/postgres-schema.ts'
import { copyText } from './sources/postgres-source.ts'

/** A backup to be restored into a schema. */
export interface PostgresRestore {
  readonly client: Client
  readonly body: BackupBody
  readonly reader: ChunkReader
  /** Statements that run in the restored schema before it takes its place. */
  readonly prepare: readonly string[]
}

/** Restores in place of the connection's schema. @returns the schema of the safety copy; undefined where it was empty */
export async function restorePostgres(restore: PostgresRestore, now: Date): Promise<string | undefined> {
  const { client } = restore
  const copy = `host_before_${now.toISOString().replaceAll(/[-:.]/g, '').toLowerCase()}`
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string }>('select current_schema()::text as name')
    const name = rows[0]?.name ?? 'public'
    const hadTables = await hasTables(client)
    if (hadTables) await client.query(`alter schema ${quote(name)} rename to ${quote(copy)}`)
    if (hadTables) await client.query(`create schema ${quote(name)}`)
    await fillSchema(restore)
    await client.query('commit')
    return hadTables ? copy : undefined
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Fills the connection's schema, which is empty, inside of its transaction. @throws BackupError */
export async function fillSchema({ client, body, reader, prepare }: PostgresRestore): Promise<void> {
  for (const sql of body.before) await client.query(sql)
  for (const stream of body.streams) await fillTable({ client, body, reader }, stream)
  for (const sql of [...foreignKeysLast(body.after), ...prepare]) await client.query(sql)
}

const foreignKey = /^alter table \S+ add constraint \S+ FOREIGN KEY /

/** Foreign keys need unique indexes, which a backup names behind all constraints. */
function foreignKeysLast(statements: readonly string[]): readonly string[] {
  return statements.toSorted((one, other) => Number(foreignKey.test(one)) - Number(foreignKey.test(other)))
}

async function fillTable(
  { client, body, reader }: Omit<PostgresRestore, 'prepare'>,
  stream: StoredStream,
): Promise<void> {
  const columns = stream.columns.map(quote).join(', ')
  const copy = client.query(from(`copy ${quote(stream.name)} (${columns}) from stdin (format binary)`))
  await pipeline(readStream(reader, stream), copy)
  const wanted = body.rows[stream.name] ?? 0
  if (copy.rowCount === wanted) return
  throw new BackupError('row_count', { table: stream.name, count: copy.rowCount ?? 0, wanted })
}

/** Compares every table of the connection's schema with the backup, byte for byte. @throws BackupError naming the first that differs */
export async function requireSameTables(client: Client, body: BackupBody): Promise<void> {
  const { tables } = await readPostgresSchema(client)
  for (const { name, sha256 } of body.streams) {
    const table = tables.find((each) => each.name === name)
    const digest = createHash('sha256')
    const rows: AsyncIterable<Uint8Array> = table === undefined ? none() : client.query(to(copyText(table)))
    for await (const bytes of rows) digest.update(bytes)
    if (digest.digest('hex') === sha256) continue
    throw new BackupError('other_rows', { table: name })
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r') as found`,
  )
  return rows[0]?.found === true
}
