/**
 * The file of the root keys, for an operator who gives none: one line of base64 for each key, the current one first.
 *
 *   missing --makeIfMissing--> one key --add--> new and old --keepFirst--> one key, the old one in `.retired`
 *
 * Only its owner may read it. Every change is written beside it, flushed and renamed, so that a half-written file never
 * has its name, and made by the holder of its lock, so that of two processes that start at once the second finds the
 * file of the first. No key is ever destroyed: a retired one still opens older backups.
 */
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeFolder } from '../../database/make-folder.ts'
import { FileLock } from '../../database/sqlite/file-lock.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import type { RootKey } from './root-key.ts'
import type { RootKeys } from './root-keys.ts'
import { newSecretKey, parseSecretKeys } from './secret-key.ts'

/** How long one of two first starts waits for the other, and how often it looks, in milliseconds. */
const patience = 5_000
const pause = 20

export class KeyFile implements RootKeys {
  readonly source: string
  readonly #path: string
  #keys: readonly RootKey[] = []

  constructor(path: string) {
    this.#path = path
    this.source = `the key file "${path}"`
  }

  /** Where retired keys are kept. */
  get retiredPath(): string {
    return `${this.#path}.retired`
  }

  /** Locks the file against changes; undefined when another process has the lock. */
  lock(): FileLock | undefined {
    return FileLock.take(this.#path)
  }

  /**
   * Makes the file with a new key, unless there is one.
   * @returns whether it did
   * @throws Error that says why it could not
   */
  async makeIfMissing(): Promise<boolean> {
    return await this.#explain(async () => {
      await makeFolder(dirname(this.#path))
      using _lock = await this.#waitForLock()
      if (await this.#load()) return false
      await this.#write([newSecretKey()])
      return true
    })
  }

  /** Reads the file. @returns whether it exists @throws Error that states its problem */
  async read(): Promise<boolean> {
    return await this.#explain(() => this.#load())
  }

  /** Puts a new key before the others. @param _lock proof that no other process changes the file */
  async add(_lock: FileLock): Promise<void> {
    await this.#explain(async () => this.#write([newSecretKey(), ...(await readLines(this.#path))]))
  }

  /** Leaves only the first key, and moves the others to the retired ones. @param _lock as `add` takes it */
  async keepFirst(_lock: FileLock): Promise<void> {
    await this.#explain(async () => {
      const [first, ...older] = await readLines(this.#path)
      if (first === undefined || older.length === 0) return
      const retired = new Set([...(await readLines(this.retiredPath)), ...older])
      await writePrivateFile(this.retiredPath, textOf([...retired]))
      await this.#write([first])
    })
  }

  all(): readonly RootKey[] {
    return this.#keys
  }

  async find(id: string): Promise<RootKey | undefined> {
    const isMatch = (key: RootKey): boolean => key.id === id
    const known = this.#keys.find(isMatch)
    if (known !== undefined) return known
    await this.read()
    return this.#keys.find(isMatch)
  }

  /** Yields meanwhile: the lock may belong to another host of this process. */
  async #waitForLock(): Promise<FileLock> {
    for (const end = performance.now() + patience; performance.now() < end; await setTimeout(pause)) {
      const lock = this.lock()
      if (lock !== undefined) return lock
    }
    throw new TypeError('another process is changing it; try again')
  }

  async #load(): Promise<boolean> {
    const lines = await readLines(this.#path)
    this.#keys = lines.length === 0 ? [] : parseSecretKeys(lines, 'restore the file from a backup')
    return lines.length > 0
  }

  async #write(lines: readonly string[]): Promise<void> {
    const keys = parseSecretKeys(lines)
    await writePrivateFile(this.#path, textOf(lines))
    this.#keys = keys
  }

  async #explain<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`The key file "${this.#path}" can't be used: ${reason.replace(/\.$/, '')}.`, { cause: error })
    }
  }
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readPrivateFile(path)
  return text === undefined ? [] : text.trimEnd().split('\n')
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
