import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { makeFolder } from './make-folder.ts'
import { PostgresDriver, type PostgresOptions } from './postgres/postgres-driver.ts'
import { SqliteDriver, type SqliteOptions } from './sqlite/sqlite-driver.ts'

export interface DatabaseOptions extends Omit<SqliteOptions, 'path'>, Omit<PostgresOptions, 'url'> {
  /** `postgres://...`, or the path of a SQLite file (`file:` is understood); its folder is made when missing. */
  readonly url: string
}

/** Opens the database that `url` names. */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<Database> {
  if (isPostgres(url)) return new Database(await PostgresDriver.open({ url, ...options }))
  const path = sqlitePath(url)
  if (options.rowSecurity === true) {
    throw new DatabaseError(
      'row_security_void',
      'SQLite has no row-level security: use the URL of a PostgreSQL server, or set HOST_DATABASE_RLS=off.',
    )
  }
  await makeFolder(dirname(path))
  await makePrivate(path)
  return new Database(await SqliteDriver.open({ path, ...options }))
}

/**
 * Creates a missing file, readable only by its owner; SQLite gives the files beside it the same mode. An existing file
 * is not even opened: closing it would release the locks that this process may have on it.
 */
async function makePrivate(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Whether `url` names a server and no file. */
export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:/.test(url)
}

/** The path that `url` names. @throws DatabaseError without the text itself, which may hold a password */
export function sqlitePath(url: string): string {
  if (url.startsWith('file:///')) return fileURLToPath(url)
  const path = url.replace(/^(?:file|sqlite):(?:\/\/)?/, '')
  const scheme = /^(\w{2,}):/.exec(path)?.[1]
  if (path === '' || path === ':memory:' || scheme !== undefined) {
    throw new DatabaseError(
      'query_refused',
      `${scheme === undefined ? 'The value' : `A URL of "${scheme}:"`} is not a database: use the path of a SQLite file, or postgres://user@server/name.`,
    )
  }
  return resolve(path)
}
