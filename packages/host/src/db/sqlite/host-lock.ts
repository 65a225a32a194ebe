import { DatabaseError } from '../database-error.ts'
import { FileLock } from './file-lock.ts'

/**
 * Keeps a second host off a database file.
 * @throws DatabaseError `locked` when another process, or another host of this one, holds it
 */
export function takeHostLock(path: string): FileLock {
  const lock = FileLock.take(path)
  if (lock !== undefined) return lock
  throw new DatabaseError('locked', `Another host uses ${path}: stop it first, or give this one a database of its own.`)
}
