import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** After so many milliseconds without a build that uses it, a kept result is removed. */
const unusedAge = 14 * 24 * 60 * 60_000

/** Results of work that takes seconds of a build and rarely has anything new to do, kept by the digest of their source. */
export class KeptResults {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * A kept result, which counts as used now, or a new one. Another build may write the same file at the same time.
   * @param source everything that the result comes from
   * @param ending tells results of the same source apart
   */
  async get(
    source: string | Uint8Array,
    ending: string,
    make: () => Promise<Uint8Array> | Uint8Array,
  ): Promise<Buffer> {
    const path = join(this.#folder, `${createHash('sha256').update(source).digest('hex')}.${ending}`)
    const kept = await readFile(path).catch(() => undefined)
    const now = new Date()
    if (kept !== undefined) {
      await utimes(path, now, now).catch(() => undefined)
      return kept
    }
    const made = Buffer.from(await make())
    await mkdir(this.#folder, { recursive: true })
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, made)
    await rename(draft, path)
    return made
  }

  /** Removes results that no build has used for two weeks. */
  async removeUnused(): Promise<void> {
    const oldest = Date.now() - unusedAge
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const { mtimeMs } = await stat(join(this.#folder, name)).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < oldest) await rm(join(this.#folder, name), { force: true })
    }
  }
}
