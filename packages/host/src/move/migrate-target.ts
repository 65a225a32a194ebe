/**
 * The schema of a target, made by the same migrations as that of every instance. Rows are copied into tables alone; the
 * same migrations then make the indexes, triggers, foreign keys and words of searches that are missing, each at once for
 * all rows.
 */
import { once } from 'node:events'
import type { Database } from '../database/database.ts'
import type { Connection } from '../database/driver.ts'
import type { MigrationOwner } from '../database/migrate/explicit-migrations.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { MigrationRefused } from '../database/migrate/migration-refused.ts'
import { isPostgres, openDatabase, type DatabaseOptions } from '../database/open-database.ts'
import type { Dialect } from '../database/statement.ts'
import { MoveError } from './move-error.ts'
import { markTarget } from './move-marks.ts'
import { openTarget } from './sides/open-side.ts'

/** How a target is opened; the caller has its lock. */
export type TargetOptions = Pick<DatabaseOptions, 'url' | 'threadCode'>

/** Statements that take away everything but tables and their primary keys, as rows of `sql`: the target was empty. */
const dropQueries: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `select 'drop ' || type || ' "' || name || '"' as sql from sqlite_schema
     where type = 'trigger' or type = 'index' and sql is not null order by type = 'index'`,
  ],
  postgres: [
    `select format('alter table %I drop constraint %I', t.relname, c.conname) as sql
     from pg_constraint as c join pg_class as t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
    `select format('drop trigger %I on %I', g.tgname, t.relname) as sql
     from pg_trigger as g join pg_class as t on t.oid = g.tgrelid
     where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace`,
    `select format('drop index %I', n.relname) as sql
     from pg_index as i join pg_class as n on n.oid = i.indexrelid
     where n.relnamespace = current_schema()::regnamespace
       and not exists (select 1 from pg_constraint as c where c.conindid = i.indexrelid)`,
  ],
}

/** Makes the tables of an empty database, and marks it as the target of a move: both or none. @throws MoveError */
export async function prepareTarget(
  options: TargetOptions,
  owners: readonly MigrationOwner[],
  source: string,
): Promise<void> {
  await onDatabase(options, async (database) => {
    const atEnd = async (connection: Connection): Promise<void> => {
      for (const query of dropQueries[database.dialect]) {
        for (const { sql } of await runOn(connection, query)) await runOn(connection, String(sql))
      }
      for (const sql of markTarget(source)) await runOn(connection, sql)
    }
    await migrate(database, owners, { atEnd })
  })
}

/** Makes the parts of the schema that are missing. @throws MoveError, such as for a reference to a missing row */
export async function completeTarget(options: TargetOptions, owners: readonly MigrationOwner[]): Promise<void> {
  await onDatabase(options, async (database) => void (await migrate(database, owners)))
}

/**
 * Counts values for the planner of PostgreSQL, on a connection without limits of time. Never rejects: the server does so
 * later when this fails, or was ended by the signal.
 */
export async function analyzeTarget(url: string, signal: AbortSignal): Promise<void> {
  if (!isPostgres(url)) return
  try {
    await using side = await openTarget(url)
    signal.throwIfAborted()
    // The connection is closed at once where a statement still runs on it.
    await Promise.race([side.run('analyze'), once(signal, 'abort')])
  } catch {
    // Rows and schema are complete without it.
  }
}

async function runOn(connection: Connection, sql: string) {
  return (await connection.run({ sql, parameters: [], writes: true })).rows
}

async function onDatabase(options: TargetOptions, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ ...options, isExclusive: false })
  try {
    await work(database)
  } catch (error) {
    throw error instanceof MigrationRefused ? new MoveError(error.problems.join('\n'), { cause: error }) : error
  } finally {
    await database.close()
  }
}
