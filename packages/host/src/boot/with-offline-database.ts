import { existsSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { BootError } from '../support/boot-error.ts'
import { planStage } from './migrate-stage.ts'
import { openStage, type OpenOptions } from './open-stage.ts'
import { keepUnmoved, refuseMoved } from './refuse-moved.ts'

type Work<Result> = (database: Database) => Promise<Result>

/**
 * Lets a command work on the database of an instance, whether a host is running on it or not; no move begins meanwhile.
 * It makes no database and changes no table.
 * @throws BootError when the database is missing or being moved, or its tables are not those of this version
 */
export async function withOfflineDatabase<Result>(options: OpenOptions, work: Work<Result>): Promise<Result> {
  return await onInstance(options, async (database) => {
    await using _held = await keepUnmoved(options.config.databaseUrl)
    return await onTables(database, work)
  })
}

/** The same for a move, which has the lock that keeps other moves away. @throws BootError */
export async function withLockedDatabase<Result>(options: OpenOptions, work: Work<Result>): Promise<Result> {
  return await onInstance(options, (database) => onTables(database, work))
}

async function onInstance<Result>(options: OpenOptions, work: Work<Result>): Promise<Result> {
  requireFile(options.config.databaseUrl)
  const database = await openStage({ isExclusive: false, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function onTables<Result>(database: Database, work: Work<Result>): Promise<Result> {
  await refuseMoved(database, database.dialect)
  const missing = await planStage(database, [])
  if (missing.length === 0) return await work(database)
  throw refused('The database lacks the tables of this version. Start this version of the host once, then try again.')
}

/** @throws BootError for a SQLite file that is missing */
export function requireFile(url: string): void {
  if (isPostgres(url) || existsSync(sqlitePath(url))) return
  throw refused('Database not found. Start the host once, or set HOST_DATA or HOST_DATABASE_URL to its location.')
}

function refused(problem: string): BootError {
  return new BootError('database', [problem])
}
