/**
 * The operator's list of refused hosts in memory. A changed file is read again within a minute of its next use; one that
 * is broken leaves the list as it was.
 */
import { open } from 'node:fs/promises'
import type { Log } from '@host/plugin'
import type { DeniedHostsService } from '@host/plugin/platform'
import type { HostList } from './host-list.ts'
import { readList } from './read-list.ts'

/** The largest file, in bytes. */
const largest = 64 * 1024 * 1024
const checkEvery = 60_000

interface Version {
  /** Identifies the file as it was read. */
  readonly mark: string
  /** Identifies its content. */
  readonly digest: string
  readonly list: HostList
}

/** Options of the list. */
export interface DeniedHostsOptions {
  readonly path: string
  readonly log: Log
  /** Milliseconds that only go forward; `performance.now` unless a test moves them. */
  readonly steady?: () => number
}

export class DeniedHosts implements DeniedHostsService {
  readonly #options: Required<DeniedHostsOptions>
  #version: Version
  #checkedAt: number
  #checking: Promise<void> | undefined
  /** The mark of the last file that could not be used, which is logged once. */
  #refused: string | undefined

  /** Reads the file. @throws Error with a reason when it can't be used */
  static async open(options: DeniedHostsOptions): Promise<DeniedHosts> {
    const version = await readVersion(options.path)
    if (version === undefined) throw new Error('The file changed while it was being read.')
    return new DeniedHosts(options, version)
  }

  private constructor(options: DeniedHostsOptions, version: Version) {
    this.#options = { steady: () => performance.now(), ...options }
    this.#version = version
    this.#checkedAt = this.#options.steady()
  }

  has(host: string): boolean {
    if (this.#options.steady() - this.#checkedAt >= checkEvery) void this.refresh()
    return this.#version.list.has(host)
  }

  async refresh(): Promise<string> {
    this.#checkedAt = this.#options.steady()
    await (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)))
    return this.#version.digest
  }

  async #check(): Promise<void> {
    const { path, log } = this.#options
    let mark = 'missing'
    try {
      const next = await readVersion(path, (found) => {
        mark = found
        return found !== this.#version.mark && found !== this.#refused
      })
      if (next === undefined) return
      this.#version = next
      this.#refused = undefined
      log.info('Denied hosts reloaded', { path, hosts: next.list.size })
    } catch (error) {
      if (mark !== this.#refused) {
        log.warn('The new list of denied hosts could not be loaded; the previous one stays in use', { path, error })
      }
      this.#refused = mark
    }
  }
}

/** Reads the file where its mark is wanted; undefined where it is not. */
async function readVersion(path: string, isWanted: (mark: string) => boolean = () => true) {
  await using file = await open(path)
  const markOf = async (): Promise<string> => {
    const { ino, size, mtimeMs } = await file.stat()
    if (size > largest) throw new Error(`The file has ${size} bytes, more than the limit of ${largest}.`)
    return `${ino} ${size} ${mtimeMs}`
  }
  const mark = await markOf()
  if (!isWanted(mark)) return undefined
  const { digest, list } = await readList(file)
  // A file that is being written over is not whole yet; it is read at the next check.
  if ((await markOf()) !== mark) throw new Error('The file changed while it was being read.')
  return Object.freeze<Version>({ mark, digest, list })
}
