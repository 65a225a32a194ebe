import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../database-error.ts'
import { unusableFile } from './sqlite-error.ts'

const busyCode = 5

/**
 * Keeps a second host off a database file. The lock is SQLite's own on a file beside it, held by an open exclusive
 * transaction: the operating system gives it back when the process ends, however it ends.
 */
export class HostLock {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** @throws DatabaseError `locked` when another process, or another host of this one, holds it */
  static take(path: string): HostLock {
    const database = new DatabaseSync(`${path}.lock`, { timeout: 0 })
    try {
      database.exec('pragma journal_mode = delete; begin exclusive')
    } catch (cause) {
      database.close()
      if ((cause as { readonly errcode?: unknown }).errcode !== busyCode) throw unusableFile(`${path}.lock`, cause)
      throw new DatabaseError(
        'locked',
        `Another host uses ${path}: stop it first, or give this one a database of its own.`,
        { cause },
      )
    }
    return new HostLock(database)
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}
