import { existsSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { BootError } from '../support/boot-error.ts'
import { planStage } from './migrate-stage.ts'
import { openStage, type OpenOptions } from './open-stage.ts'
import { refuseMoved } from './refuse-moved.ts'

/**
 * Lets a command work on the database of an instance, whether a host is running on it or not. It makes no database and
 * changes no table.
 * @throws BootError when the database is missing, or its tables are not those of this version
 */
export async function withOfflineDatabase<Result>(
  options: OpenOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireFile(options.config.databaseUrl)
  const database = await openStage({ isExclusive: false, ...options })
  try {
    await refuseMoved(database, database.dialect)
    const missing = await planStage(database, [])
    if (missing.length > 0) {
      throw refused(
        'The database lacks the tables of this version. Start this version of the host once, then try again.',
      )
    }
    return await work(database)
  } finally {
    await database.close()
  }
}

/** @throws BootError for a SQLite file that is missing */
export function requireFile(url: string): void {
  if (isPostgres(url) || existsSync(sqlitePath(url))) return
  throw refused('Database not found. Start the host once, or set HOST_DATA or HOST_DATABASE_URL to its location.')
}

function refused(problem: string): BootError {
  return new BootError('database', [problem])
}
