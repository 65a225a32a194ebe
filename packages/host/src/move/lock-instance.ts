import { dirname } from 'node:path'
import { connectForBackup } from '../backup/sources/postgres-source.ts'
import { DatabaseError } from '../database/database-error.ts'
import { makeFolder } from '../database/make-folder.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { takeHostLock } from '../database/sqlite/host-lock.ts'
import { MoveError } from './move-error.ts'
import { moveLock, shownDatabase } from './move-marks.ts'

/**
 * Keeps hosts, and other moves, from starting on a database. On PostgreSQL it says nothing of hosts that run already.
 * It ends with the process.
 * @throws MoveError
 */
export async function lockInstance(url: string): Promise<AsyncDisposable> {
  return isPostgres(url) ? await lockServer(url) : await lockFile(sqlitePath(url))
}

async function lockFile(path: string): Promise<AsyncDisposable> {
  await makeFolder(dirname(path))
  try {
    const lock = takeHostLock(path, 0)
    return { [Symbol.asyncDispose]: async () => lock.release() }
  } catch (error) {
    throw error instanceof DatabaseError ? new MoveError(error.message, { cause: error }) : error
  }
}

async function lockServer(url: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(await connectForBackup(url), (each) => each.end())
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [moveLock])
  if (rows[0]?.free === true) return opened.move()
  throw new MoveError(
    `A host is starting on "${shownDatabase(url)}", or another move uses it. Try again when it is done.`,
  )
}
