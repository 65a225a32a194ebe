import { readFile } from 'node:fs/promises'
import type { TestDatabase } from '@host/host/testing/database/test-databases'

/** Where a text stands in a database, as it is written to its disk: names of tables, or of files. */
export async function findInDatabase(database: TestDatabase, text: string): Promise<readonly string[]> {
  return database.url.startsWith('postgres')
    ? await findInTables(database, text)
    : await findInFiles(database.url, text)
}

async function findInFiles(path: string, text: string): Promise<readonly string[]> {
  const files = await Promise.all(
    [path, `${path}-wal`].map(async (file) => ({ file, bytes: await readFile(file).catch(() => Buffer.alloc(0)) })),
  )
  if (files.every(({ bytes }) => bytes.byteLength === 0)) throw new Error(`${path} is empty.`)
  return files.filter(({ bytes }) => bytes.includes(text)).map(({ file }) => file)
}

/** PostgreSQL shows bytes as hexadecimal digits, so both forms are looked for. */
async function findInTables(database: TestDatabase, text: string): Promise<readonly string[]> {
  const opened = await database.open()
  const query = async (sql: string, ...parameters: readonly string[]) =>
    (await opened.run({ sql, parameters, writes: false })).rows
  const tables = await query("select tablename from pg_tables where schemaname = 'public'")
  if (tables.length === 0) throw new Error('There is no table.')
  const found: string[] = []
  for (const { tablename } of tables) {
    const sql = `select 1 from "${String(tablename)}" as t where strpos(t::text, $1) + strpos(t::text, $2) > 0 limit 1`
    const rows = await query(sql, text, Buffer.from(text).toString('hex'))
    if (rows.length > 0) found.push(String(tablename))
  }
  return found
}
