/**
 * Locks on a database file. A host holds it exclusively, for itself or for its workers; the workers share a second
 * lock. A killed parent releases the first one a moment before its workers have ended, and later if one of them is
 * blocked: so the next holder of the first waits until the second is free.
 */
import { existsSync } from 'node:fs'
import { DatabaseError } from '../database-error.ts'
import { FileLock } from './file-lock.ts'

/** How long the workers of a host that was killed are waited for, in milliseconds; a blocked one ends itself sooner. */
const workersPatience = 10_000

/**
 * Keeps a second host off a database file.
 * @throws DatabaseError `locked` when another process, or another host of this one, holds it
 */
export function takeHostLock(path: string, patience: number = workersPatience): FileLock {
  const lock = FileLock.take(path)
  if (lock === undefined) {
    throw locked(
      `Another host is using ${path}: stop it, or use another database for this one. If a workspace is being imported, try again after that.`,
    )
  }
  if (areWorkersGone(path, patience)) return lock
  lock.release()
  throw locked(`Workers of a killed host are still using ${path}: stop them, then start again.`)
}

/** Keeps hosts from starting on a database file. @returns undefined where one is running */
export function keepHostsOff(path: string): FileLock | undefined {
  return FileLock.take(path)
}

/** Holds a database file as a worker, beside others, while its parent keeps other hosts off it. */
export function shareHostLock(path: string): FileLock {
  const lock = FileLock.share(workersOf(path))
  if (lock !== undefined) return lock
  throw locked(`Another host is starting on ${path}: workers can only be started by their parent process.`)
}

function areWorkersGone(path: string, patience: number): boolean {
  if (!existsSync(`${workersOf(path)}.lock`)) return true
  using lock = FileLock.take(workersOf(path), patience)
  return lock !== undefined
}

function workersOf(path: string): string {
  return `${path}.workers`
}

function locked(message: string): DatabaseError {
  return new DatabaseError('locked', message)
}
