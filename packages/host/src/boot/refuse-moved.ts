import { existsSync } from 'node:fs'
import type { Connection } from '../database/driver.ts'
import { DatabaseError } from '../database/database-error.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import type { Dialect } from '../database/statement.ts'
import { shareInstance } from '../move/lock-instance.ts'
import { MoveError } from '../move/move-error.ts'
import { findMarks, moveLock, readMovedTo, targetMark, type RunSql } from '../move/move-marks.ts'
import { openSource } from '../move/sides/open-side.ts'
import { BootError } from '../support/boot-error.ts'

/** Refuses a database whose instance was moved away, and one that a move is not done with. @throws BootError */
export async function refuseMoved(connection: Connection, dialect: Dialect): Promise<void> {
  await refuseMarked(reading(connection), dialect)
}

async function refuseMarked(run: RunSql, dialect: Dialect): Promise<void> {
  const moved = await readMovedTo(run, dialect)
  if (moved !== undefined) {
    throw refused(
      `This database was moved to ${moved.place} on ${moved.at}. Set HOST_DATABASE_URL to that database. To use this one again, without what was changed there, run "host move --undo-mark".`,
    )
  }
  if (!(await findMarks(run, dialect)).has(targetMark)) return
  throw refused(
    'A move into this database is not complete. Run "host move" from its source again, or use another database.',
  )
}

/**
 * The same inside of the transaction of a start, which keeps a move from beginning until its end.
 * @throws BootError also while a move of the database runs
 */
export async function holdUnmoved(connection: Connection, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    const [row] = await reading(connection)(`select pg_try_advisory_xact_lock_shared(${moveLock}) as free`)
    if (row?.['free'] !== true) throw refused('This database is being moved. Try again after the move.')
  }
  await refuseMoved(connection, dialect)
}

/** Keeps moves from beginning, until its end; marks are read after it. @throws BootError while a move has the database */
export async function keepUnmoved(databaseUrl: string): Promise<AsyncDisposable> {
  try {
    return await shareInstance(databaseUrl)
  } catch (error) {
    if (!(error instanceof MoveError || error instanceof DatabaseError)) throw error
    throw new BootError('database', [error.message], { cause: error })
  }
}

/**
 * The same for a restore, which may be the way out of a database that can't be read: marks that can't be read are none.
 * @throws BootError also for a database with a mark
 */
export async function holdForRestore(databaseUrl: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  opened.use(await keepUnmoved(databaseUrl))
  if (isPostgres(databaseUrl) || existsSync(sqlitePath(databaseUrl))) await refuseMarks(databaseUrl)
  return opened.move()
}

async function refuseMarks(databaseUrl: string): Promise<void> {
  try {
    await using side = await openSource(databaseUrl)
    await refuseMarked(side.run, side.dialect)
  } catch (error) {
    // SQLite's code of a damaged file, and that of one that is none.
    const { errcode } = error as { readonly errcode?: unknown }
    if (errcode !== 11 && errcode !== 26) throw error
  }
}

function reading(connection: Connection): RunSql {
  return async (sql) => (await connection.run({ sql, parameters: [], writes: false })).rows
}

function refused(problem: string): BootError {
  return new BootError('database', [problem])
}
