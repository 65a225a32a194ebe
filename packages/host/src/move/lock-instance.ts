/**
 * The lock of moves. A move has it alone, on both of its databases; starts of hosts and commands that work beside a host
 * share it. So nothing writes a source between its first row that is read and its mark. On PostgreSQL it is an advisory
 * lock. On SQLite it is one on a file beside the database, and a move has the lock of hosts too.
 */
import { dirname } from 'node:path'
import { connectForBackup } from '../backup/sources/postgres-source.ts'
import { DatabaseError } from '../database/database-error.ts'
import { makeFolder } from '../database/make-folder.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { FileLock } from '../database/sqlite/file-lock.ts'
import { takeHostLock } from '../database/sqlite/host-lock.ts'
import { MoveError } from './move-error.ts'
import { moveLock } from './move-marks.ts'
import { shownDatabase } from './shown-database.ts'
import type { MoveTarget } from './sides/move-side.ts'
import { openPostgresSide } from './sides/postgres-side.ts'

/** A database that a move has alone. */
export interface InstanceLock extends AsyncDisposable {
  /** The connection that has the lock, which is lost with it; undefined on SQLite. */
  readonly side: MoveTarget | undefined
}

/**
 * Keeps hosts, commands and other moves from starting on a database. On PostgreSQL it says nothing of hosts that run
 * already. It ends with the process.
 * @throws MoveError
 */
export async function lockInstance(url: string): Promise<InstanceLock> {
  return isPostgres(url) ? await lockServer(url) : await lockFile(sqlitePath(url))
}

/**
 * Keeps moves from beginning on a database, beside others that do the same. It ends with the process.
 * @throws MoveError while a move has it
 */
export async function shareInstance(url: string): Promise<AsyncDisposable> {
  return isPostgres(url) ? await shareServer(url) : await shareFile(sqlitePath(url))
}

async function lockFile(path: string): Promise<InstanceLock> {
  await makeFolder(dirname(path))
  await using opened = new AsyncDisposableStack()
  try {
    opened.use(takeHostLock(path, 0))
  } catch (error) {
    throw error instanceof DatabaseError ? new MoveError(error.message, { cause: error }) : error
  }
  const lock = FileLock.take(lockOf(path))
  if (lock === undefined) throw new MoveError(`A command is using "${path}". Try again when it is done.`)
  opened.use(lock)
  const held = opened.move()
  return { side: undefined, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function lockServer(url: string): Promise<InstanceLock> {
  await using opened = new AsyncDisposableStack()
  const side = opened.use(await openPostgresSide(url, false))
  const [row] = await side.run(`select pg_try_advisory_lock(${moveLock}) as free`)
  if (row?.['free'] !== true) {
    throw new MoveError(
      `A host is starting on "${shownDatabase(url)}", or a command or another move uses it. Try again when it is done.`,
    )
  }
  const held = opened.move()
  return { side, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function shareFile(path: string): Promise<AsyncDisposable> {
  await makeFolder(dirname(path))
  const lock = FileLock.share(lockOf(path))
  if (lock === undefined) throw beingMoved()
  return { [Symbol.asyncDispose]: async () => lock.release() }
}

async function shareServer(url: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(await connectForBackup(url), (each) => each.end())
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock_shared($1) as free', [moveLock])
  if (rows[0]?.free !== true) throw beingMoved()
  return opened.move()
}

function beingMoved(): MoveError {
  return new MoveError('This database is being moved. Try again after the move.')
}

function lockOf(path: string): string {
  return `${path}.move`
}
