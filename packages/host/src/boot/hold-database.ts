import { dirname } from 'node:path'
import { makeFolder } from '../database/make-folder.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { shareHostLock, takeHostLock } from '../database/sqlite/host-lock.ts'
import { BootError } from '../support/boot-error.ts'

/**
 * Keeps other hosts off a SQLite file on behalf of workers, for as long as this process lives or until it is disposed
 * of. PostgreSQL lets any number in.
 * @throws BootError when another host has it
 */
export async function holdDatabase(databaseUrl: string): Promise<Disposable> {
  return await hold(databaseUrl, takeHostLock)
}

/** Holds a SQLite file as one of the workers of this process's parent. @throws BootError */
export async function shareDatabase(databaseUrl: string): Promise<Disposable> {
  return await hold(databaseUrl, shareHostLock)
}

async function hold(databaseUrl: string, take: (path: string) => Disposable): Promise<Disposable> {
  if (isPostgres(databaseUrl)) return { [Symbol.dispose]() {} }
  try {
    const path = sqlitePath(databaseUrl)
    await makeFolder(dirname(path))
    return take(path)
  } catch (error) {
    throw new BootError('database', [error instanceof Error ? error.message : String(error)], { cause: error })
  }
}
