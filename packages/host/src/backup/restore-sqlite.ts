/**
 * Puts a backup in the place of a SQLite file:
 *
 *   write a new file beside it, prove it -> prepare it -> try it -> fold the log into the old file -> link the old file to the safety
 *   copy's name -> rename the new one over it
 *
 * The database's name leads to the old file or to the new one, wherever the process ends.
 */
import { existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../database/make-folder.ts'
import { syncPath } from '../support/files.ts'
import { freeBytes } from '../support/free-bytes.ts'
import { BackupError } from './backup-error.ts'
import type { BackupBody } from './backup-format.ts'
import { readStream, type ChunkReader } from './chunks/chunk-store.ts'
import { countRows, requireIntact } from './sources/sqlite-source.ts'

/** A backup to be restored into a file. */
export interface SqliteRestore {
  readonly path: string
  readonly body: BackupBody
  readonly reader: ChunkReader
  /** Statements that run in the restored database before it takes its place. */
  readonly prepare: readonly string[]
}

/** Writes the database of a backup into a new file, and proves it. @throws BackupError; the file is gone then */
export async function writeSqlite({ path, body, reader, prepare }: SqliteRestore): Promise<void> {
  const [stream] = body.streams
  if (stream === undefined) throw new BackupError('database_missing', {})
  await makeFolder(dirname(path))
  await rm(path, { force: true })
  try {
    await writeParts(path, readStream(reader, stream))
    using database = new DatabaseSync(path)
    requireIntact(database)
    requireSameRows(
      countRows((sql) => database.prepare(sql).all()),
      body.rows,
    )
    database.exec('pragma journal_mode = delete')
    for (const sql of prepare) database.exec(sql)
  } catch (error) {
    await removeFiles(path)
    throw error
  }
  await syncPath(path)
}

async function writeParts(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  for await (const part of parts) {
    await file.writeFile(part)
    freeBytes(part)
  }
}

/** @throws BackupError naming the first table that has other rows than the backup says */
export function requireSameRows(
  found: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): void {
  for (const table of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    const [count, wanted] = [found[table] ?? 0, expected[table] ?? 0]
    if (count === wanted) continue
    throw new BackupError('row_count', { table, count, wanted })
  }
}

/** A backup to be restored in the place of a file. */
export interface SqliteReplacement extends SqliteRestore {
  /** Tries the new file before it takes the place of the old one. */
  readonly tryDatabase?: ((path: string) => Promise<void>) | undefined
}

/** Restores a file in its place. @returns the path of the safety copy; undefined where there was no database */
export async function restoreSqlite(restore: SqliteReplacement, now: Date): Promise<string | undefined> {
  const { path, tryDatabase } = restore
  const fresh = `${path}.restoring`
  await writeSqlite({ ...restore, path: fresh })
  if (tryDatabase !== undefined) await tryFile(fresh, tryDatabase)
  const copy = existsSync(path) ? await keepCopy(path, now) : undefined
  await rename(fresh, path)
  await syncPath(dirname(path))
  return copy
}

/** Tries a new file, and leaves it alone with its name again. */
async function tryFile(path: string, tryDatabase: (path: string) => Promise<void>): Promise<void> {
  try {
    await tryDatabase(path)
    foldLog(path)
    await syncPath(path)
  } catch (error) {
    await removeFiles(path)
    throw error
  } finally {
    await rm(`${path}.lock`, { force: true })
  }
}

/** Gives the old database a second name, with its log folded into it, so that no stale log stays beside the new one. */
async function keepCopy(path: string, now: Date): Promise<string> {
  const copy = `${path}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  foldLog(path)
  await link(path, copy)
  return copy
}

function foldLog(path: string): void {
  try {
    using database = new DatabaseSync(path)
    database.exec('pragma journal_mode = delete')
  } catch (cause) {
    throw new BackupError('database_aside', { path }, { cause })
  }
}

/** Removes a database with what stands beside it. */
export async function removeFiles(path: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
}
