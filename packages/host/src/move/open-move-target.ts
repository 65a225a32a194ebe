import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { MigrationOwner } from '../database/migrate/explicit-migrations.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import type { Dialect } from '../database/statement.ts'
import { prepareTarget, type TargetOptions } from './migrate-target.ts'
import { MoveError } from './move-error.ts'
import { findMarks, readBegunMove, targetMark, type BegunMove, type RunSql } from './move-marks.ts'
import { shownDatabase } from './shown-database.ts'
import { openSource } from './sides/open-side.ts'

const tableCounts: Readonly<Record<Dialect, string>> = {
  sqlite: `select count(*) as count from sqlite_schema`,
  postgres: `select count(*) as count from pg_class where relnamespace = current_schema()::regnamespace`,
}

/** Whether a move into a database is not complete. */
export async function isMoving(url: string): Promise<boolean> {
  if (isMissing(url)) return false
  await using side = await openSource(url)
  return (await findMarks(side.run, side.dialect)).has(targetMark)
}

/** The move that a target is part of; undefined for an empty one. @throws MoveError for any other database */
export async function readTarget(url: string): Promise<BegunMove | undefined> {
  if (isMissing(url)) return undefined
  await using side = await openSource(url)
  if ((await findMarks(side.run, side.dialect)).has(targetMark)) return await readBegunMove(side.run)
  const [row] = await side.run(tableCounts[side.dialect])
  if (Number(row?.['count']) === 0) return undefined
  throw new MoveError(`"${shownDatabase(url)}" is not empty. Use an empty database, then try again.`)
}

function isMissing(url: string): boolean {
  return !isPostgres(url) && !existsSync(sqlitePath(url))
}

/** Prepares an empty target, or finds how far a move of the same rows is. @throws MoveError */
export async function openMoveTarget(
  options: TargetOptions,
  owners: readonly MigrationOwner[],
  source: string,
): Promise<BegunMove> {
  const begun = await readTarget(options.url)
  if (begun?.source === source) return begun
  if (begun !== undefined) {
    throw new MoveError(
      `"${shownDatabase(options.url)}" has a part of other rows: the source was changed since that move began, or it is another one. Empty the target, then try again.`,
    )
  }
  await prepareTarget(options, owners, source)
  return { source, rows: new Map() }
}

const sizeQueries: Readonly<Record<Dialect, string>> = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  postgres: `select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
}

/** How much room must be left behind the target. */
const spare = 64 * 1024 * 1024

/** Bytes that the data of a source take. */
export async function readSize(run: RunSql, dialect: Dialect): Promise<number> {
  const [row] = await run(sizeQueries[dialect])
  return Number(row?.['bytes'] ?? 0)
}

/**
 * The disk of a server can't be seen from here.
 * @param bytes of the source; those that the target has already are not asked for again
 * @throws MoveError without room for a file
 */
export async function requireRoom(url: string, bytes: number): Promise<void> {
  if (isPostgres(url)) return
  const path = sqlitePath(url)
  const folder = existingFolder(dirname(path))
  const { bavail, bsize } = await statfs(folder)
  // Indexes are made in the write-ahead log first.
  const needed = Math.max(0, 1.5 * bytes - (await sizeOnDisk(path))) + spare
  if (bavail * bsize >= needed) return
  const mebibytes = Math.ceil(needed / 1024 / 1024)
  throw new MoveError(`The target needs ${mebibytes} MiB free in "${folder}". Make room, then try again.`)
}

/** The folder, or the nearest one above it that is there. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder))
}

/** Bytes of a file with its log; 0 for one that is missing. */
async function sizeOnDisk(path: string): Promise<number> {
  const files = [path, `${path}-wal`].filter((each) => existsSync(each))
  const sizes = await Promise.all(files.map(async (each) => (await stat(each)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
