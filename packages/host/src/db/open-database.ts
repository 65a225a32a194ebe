import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { PostgresDriver, type PostgresOptions } from './postgres/postgres-driver.ts'
import { SqliteDriver, type SqliteOptions } from './sqlite/sqlite-driver.ts'

export interface DatabaseOptions extends Omit<SqliteOptions, 'path'>, Omit<PostgresOptions, 'url'> {
  /** `postgres://...`, or the path of a SQLite file (`file:` is understood); its folder is made when missing. */
  readonly url: string
}

/** Opens the database that `url` names. */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<Database> {
  if (/^postgres(?:ql)?:/.test(url)) return new Database(await PostgresDriver.open({ url, ...options }))
  const path = sqlitePath(url)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return new Database(await SqliteDriver.open({ path, ...options }))
}

function sqlitePath(url: string): string {
  if (url.startsWith('file:///')) return fileURLToPath(url)
  const path = url.replace(/^(?:file|sqlite):(?:\/\/)?/, '')
  if (path === '' || path === ':memory:' || /^\w{2,}:/.test(path)) {
    throw new DatabaseError(
      'query_refused',
      `"${url}" is no database: give the path of a SQLite file, or postgres://user@server/name.`,
    )
  }
  return resolve(path)
}
