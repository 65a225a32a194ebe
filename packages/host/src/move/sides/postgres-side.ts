import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { connectForBackup } from '../../backup/sources/postgres-source.ts'
import { copiedFields, copiedLines, copyLine } from '../../database/neutral/copy-text.ts'
import type { NeutralRow, NeutralTable } from '../../database/neutral/neutral-table.ts'
import { quote } from '../../database/quote.ts'
import type { SqlRow } from '../../database/statement.ts'
import type { MoveTarget, RawRow } from './move-side.ts'
import { RowBatch } from './row-batch.ts'

/** Values as the codec reads them, and rows in the order in which they are stored. */
const settings = `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set synchronize_seqscans = off; set max_parallel_workers_per_gather = 0`

/** Opens a schema; one that is read only is seen as it was at this moment. */
export async function openPostgresSide(url: string, readOnly: boolean): Promise<MoveTarget> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(await connectForBackup(url), (each) => each.end())
  await client.query(settings)
  if (readOnly) await client.query('begin isolation level repeatable read read only')
  const held = opened.move()
  return {
    dialect: 'postgres',
    run: async (sql) => (await client.query<SqlRow>(sql)).rows,
    rows: (table, skip = 0) => readRows(client, table, skip),
    add: (table, batches, record) =>
      transact(client, async () => {
        await copyRows(client, table, batches)
        await client.query(record())
      }),
    runAll: (statements, prove) =>
      transact(client, async () => {
        await prove?.()
        for (const sql of statements) await client.query(sql)
      }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function transact(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function* readRows(
  client: Client,
  { name, columns }: NeutralTable,
  skip: number,
): AsyncGenerator<readonly RawRow[]> {
  const names = columns.map((column) => quote(column.name)).join(', ')
  const copy = client.query(to(`copy (select ${names} from ${quote(name)} offset ${skip}) to stdout`))
  const batch = new RowBatch()
  for await (const lines of copiedLines(copy)) {
    for (const line of lines) if (batch.add(copiedFields(line))) yield batch.take()
  }
  if (!batch.isEmpty) yield batch.take()
}

async function copyRows(
  client: Client,
  { name, columns }: NeutralTable,
  batches: AsyncIterable<readonly NeutralRow[]>,
): Promise<void> {
  const names = columns.map((column) => quote(column.name)).join(', ')
  const copy = client.query(from(`copy ${quote(name)} (${names}) from stdin`))
  await pipeline(linesOf(batches), copy)
}

async function* linesOf(batches: AsyncIterable<readonly NeutralRow[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield Buffer.from(rows.map(copyLine).join(''))
}
