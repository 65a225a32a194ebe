/**
 * A copy of a SQLite file at one moment, made by SQLite's own backup in one transaction: other processes go on writing to
 * the write-ahead log meanwhile. The copy is checked before anything of it is stored, and removed at the end.
 */
import { randomUUID } from 'node:crypto'
import { fdatasyncSync } from 'node:fs'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { backup, DatabaseSync } from 'node:sqlite'
import { quote } from '../../database/quote.ts'
import { BackupError } from '../backup-error.ts'
import type { BackupSource } from './backup-source.ts'

/** 1 MiB, at the usual size of a page. */
const pagesOfStep = 256
const copySuffix = '.copy-'
/** How much room must be left behind the copy. */
const spare = 64 * 1024 * 1024

/** Copies the file; the caller has the lock of `backup-lock.ts`. @param clock milliseconds since 1970 @throws BackupError without room, or for a damaged database */
export async function openSqliteSource(path: string, clock: () => number): Promise<BackupSource> {
  await using opened = new AsyncDisposableStack()
  await removeLeftovers(path, copySuffix)
  await requireRoom(path)
  const copy = `${path}${copySuffix}${randomUUID()}`
  opened.defer(() => removeCopy(copy))
  const at = clock()
  await copyTo(copy, path)
  const database = opened.adopt(openCopy(copy), (each) => each.close())
  requireIntact(database)
  return sourceOf(database, { copy, at, opened: opened.move() })
}

async function copyTo(copy: string, path: string): Promise<void> {
  using from = new DatabaseSync(path, { readOnly: true, timeout: 30_000 })
  // One moment for all steps: otherwise each write of another process would start the copy again.
  from.exec('begin')
  from.prepare('select 1 from sqlite_schema').get()
  // Made before it is copied to, so that it can be opened here.
  await using file = await open(copy, 'w', 0o600)
  // The disk has little of the copy to write at a time, and writers of the database, who sync each commit, wait less.
  await backup(from, copy, { rate: pagesOfStep, progress: () => fdatasyncSync(file.fd) })
}

/** Immutable, so that nothing is written beside it. */
function openCopy(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = 'immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

interface Copied {
  readonly copy: string
  readonly at: number
  readonly opened: AsyncDisposableStack
}

function sourceOf(database: DatabaseSync, { copy, at, opened }: Copied): BackupSource {
  const query = (sql: string) => database.prepare(sql).all() as Readonly<Record<string, unknown>>[]
  return {
    dialect: 'sqlite',
    at,
    schema: { schema: '', before: [], after: [] },
    async *streams() {
      yield { name: 'database', columns: [], content: readParts(copy) }
    },
    rows: async () => countRows(query),
    query: async (sql) => query(sql),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The bytes of a file, each part in the memory of the one before. */
async function* readParts(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const buffer = new Uint8Array(1024 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** Rows of each table, without the tables of SQLite and the parts of its text indexes. */
export function countRows(
  query: (sql: string) => readonly Readonly<Record<string, unknown>>[],
): Record<string, number> {
  const tables = query(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  )
  return Object.fromEntries(
    tables.map(({ name }) => {
      const [counted] = query(`select count(*) as count from ${quote(String(name))}`)
      return [String(name), Number(counted?.['count'])]
    }),
  )
}

/** @throws BackupError for a database that SQLite finds damaged */
export function requireIntact(database: DatabaseSync): void {
  const [first] = database.prepare('pragma integrity_check(1)').all()
  // Its first line may be a heading.
  const found = String(first?.['integrity_check']).split('\n').at(-1) ?? ''
  if (found === 'ok') return
  throw new BackupError('database_damaged', { found })
}

async function requireRoom(path: string): Promise<void> {
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(path), statfs(dirname(path))])
  if (bavail * bsize >= size + spare) return
  const needed = Math.ceil((size + spare) / 1024 / 1024)
  throw new BackupError('no_room', { needed, path })
}

/** Removes files beside a database that a killed process has left. @param suffix what follows the name of the database */
export async function removeLeftovers(path: string, suffix: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}${suffix}`)) await rm(join(dirname(path), name), { force: true })
  }
}

async function removeCopy(copy: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${copy}${suffix}`, { force: true })
}
