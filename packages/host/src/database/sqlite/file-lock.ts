import { DatabaseSync } from 'node:sqlite'
import { unusableFile } from './sqlite-error.ts'

const busyCode = 5

/**
 * Keeps everyone else off a file, or everyone who wants it alone. The lock is SQLite's own on a file beside it, held by
 * an open transaction: the operating system gives it back when the process ends, however it ends.
 */
export class FileLock implements Disposable {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * @param patience how long to wait for who holds it, in milliseconds; nothing else runs meanwhile
   * @returns undefined when another process, or another part of this one, holds it
   */
  static take(path: string, patience = 0): FileLock | undefined {
    return FileLock.#open(path, patience, 'begin exclusive')
  }

  /**
   * Shares the file with other holders, so that it can't be taken exclusively.
   * @returns undefined when it is taken
   */
  static share(path: string): FileLock | undefined {
    return FileLock.#open(path, 0, 'begin; select 1 from sqlite_schema')
  }

  static #open(path: string, patience: number, begin: string): FileLock | undefined {
    try {
      return new FileLock(locked(`${path}.lock`, patience, begin))
    } catch (cause) {
      if ((cause as { readonly errcode?: unknown }).errcode === busyCode) return undefined
      throw unusableFile(`${path}.lock`, cause)
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  [Symbol.dispose](): void {
    this.release()
  }
}

function locked(path: string, timeout: number, begin: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout })
  try {
    database.exec(`pragma journal_mode = delete; ${begin}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
