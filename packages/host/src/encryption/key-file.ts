/**
 * The file of the root keys, for an operator who gives none: one line of base64 for each key, the current one first.
 *
 * Only its owner may read it. It is written beside itself, flushed and renamed, so that a half-written one never has its
 * name, and only by the holder of its lock, so that of two processes that start at once the second finds the file of
 * the first.
 */
import { FileLock } from '../db/sqlite/file-lock.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { newSecretKey, parseSecretKeys } from './secret-key.ts'
import type { RootKey } from './root-key.ts'
import type { RootKeys } from './root-keys.ts'

/** How long one of two first starts waits for the other, in milliseconds. */
const patience = 5_000

export class KeyFile implements RootKeys {
  readonly source: string
  #keys: readonly RootKey[] = []

  /** @param path of the file */
  constructor(path: string) {
    this.source = path
  }

  /** Makes the file with a new key, unless there is one. */
  async makeIfMissing(): Promise<void> {
    using lock = FileLock.take(this.source, patience)
    if (lock === undefined) throw new TypeError('another process is writing it; try again')
    if (!(await this.read())) await writePrivateFile(this.source, `${newSecretKey()}\n`)
  }

  /** Reads the file. @returns whether there is one @throws TypeError with what is wrong with it */
  async read(): Promise<boolean> {
    const text = await readPrivateFile(this.source)
    if (text === undefined) return false
    this.#keys = parseSecretKeys(text.trim().split('\n'))
    return true
  }

  first(): RootKey {
    const [first] = this.#keys
    if (first === undefined) throw new Error('A key file is read before it is used.')
    return first
  }

  async find(id: string): Promise<RootKey | undefined> {
    const isMatch = (key: RootKey): boolean => key.id === id
    const known = this.#keys.find(isMatch)
    if (known !== undefined) return known
    await this.read()
    return this.#keys.find(isMatch)
  }
}
