import type { Client } from 'pg'
import { FileLock } from '../database/sqlite/file-lock.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { BackupRunning } from './backup-error.ts'
import { connectForBackup } from './sources/postgres-source.ts'

const lockNumber = 7_208_466_114

/**
 * Lets one process work on the backups of a database, from the look at their chunks until expired ones are removed: so no
 * backup counts on a chunk that another one removes meanwhile. It ends with the process.
 * @throws BackupRunning while another process has it
 */
export async function lockBackups(databaseUrl: string): Promise<AsyncDisposable> {
  return isPostgres(databaseUrl) ? await lockServer(databaseUrl) : lockFile(sqlitePath(databaseUrl))
}

function lockFile(path: string): AsyncDisposable {
  const lock = FileLock.take(`${path}.backup`)
  if (lock === undefined) throw new BackupRunning()
  return { [Symbol.asyncDispose]: async () => lock.release() }
}

async function lockServer(url: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const client: Client = opened.adopt(await connectForBackup(url), (each) => each.end())
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockNumber])
  if (rows[0]?.free !== true) throw new BackupRunning()
  return opened.move()
}
