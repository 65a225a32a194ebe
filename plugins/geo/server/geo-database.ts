/**
 * A MaxMind database in memory, reloaded when its file changes:
 *
 *   at hand ── a look-up, a minute after the last check ──► checking ── as it was ──► at hand
 *                                                             '── changed: read, tried ──► at hand, the new one
 *                                                                    '── broken ──► at hand, the old one; a warning
 *
 * A look-up never waits for that: it uses the loaded version.
 */
import { open, type FileHandle } from 'node:fs/promises'
import type { Log } from '@host/plugin'
import { Reader, type CityResponse } from 'mmdb-lib'

/** The largest file, in bytes; it stands in memory as a whole. */
const largest = 512 * 1024 * 1024
const checkEvery = 60_000

interface Version {
  readonly mark: string
  readonly reader: Reader<CityResponse>
}

/** Options of a database. */
export interface GeoDatabaseOptions {
  readonly path: string
  readonly log: Log
  /** Milliseconds that only go forward; `performance.now` unless a test moves them. */
  readonly steady?: () => number
}

export class GeoDatabase {
  readonly #path: string
  readonly #log: Log
  readonly #steady: () => number
  #version: Version
  #checkedAt: number
  /** The mark of the last file that something was wrong with, which is said once. */
  #refused: string | undefined
  #checking: Promise<void> | undefined

  /** Reads the file. @throws Error with a reason when it can't be read or isn't such a database */
  static async open(options: GeoDatabaseOptions): Promise<GeoDatabase> {
    return new GeoDatabase(options, await readVersion(options.path))
  }

  private constructor({ path, log, steady = () => performance.now() }: GeoDatabaseOptions, version: Version) {
    this.#path = path
    this.#log = log
    this.#steady = steady
    this.#version = version
    this.#checkedAt = steady()
  }

  /** Whether it has IPv6 addresses. */
  get knowsIPv6(): boolean {
    return this.#version.reader.metadata.ipVersion === 6
  }

  /** @param address in its canonical form */
  get(address: string): CityResponse | null {
    if (this.#steady() - this.#checkedAt >= checkEvery) void this.check()
    const { reader, mark } = this.#version
    try {
      return reader.get(address)
    } catch (error) {
      this.#warnOnce(mark, "Part of the geo database can't be read", error)
      return null
    }
  }

  /** Takes the file again if it changed. Never rejects. */
  check(): Promise<void> {
    this.#checkedAt = this.#steady()
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)))
  }

  async #check(): Promise<void> {
    let mark = 'missing'
    try {
      await using file = await open(this.#path)
      mark = await markOf(file)
      if (mark === this.#version.mark || mark === this.#refused) return
      this.#version = await readFrom(file, mark)
      this.#refused = undefined
      this.#log.info('Geo database reloaded', { path: this.#path })
    } catch (error) {
      this.#warnOnce(mark, 'The new geo database could not be loaded; the previous one stays in use', error)
    }
  }

  /** Logs the error of a file, once. */
  #warnOnce(mark: string, message: string, error: unknown): void {
    if (mark !== this.#refused) this.#log.warn(message, { path: this.#path, error })
    this.#refused = mark
  }
}

async function readVersion(path: string): Promise<Version> {
  await using file = await open(path)
  return await readFrom(file, await markOf(file))
}

/** Identifies a version of a file. */
async function markOf(file: FileHandle): Promise<string> {
  const { ino, size, mtimeMs } = await file.stat()
  return `${ino} ${size} ${mtimeMs}`
}

async function readFrom(file: FileHandle, mark: string): Promise<Version> {
  const { size } = await file.stat()
  if (size > largest) throw new Error(`The file has ${size} bytes, more than the limit of ${largest}.`)
  const reader = new Reader<CityResponse>(await file.readFile())
  if (!/city|country|enterprise/i.test(reader.metadata.databaseType)) {
    throw new Error(
      `The file is a database of the type "${reader.metadata.databaseType}", not a database of cities or countries.`,
    )
  }
  reader.get('192.0.2.1')
  if (reader.metadata.ipVersion === 6) reader.get('2001:db8::1')
  // A file that is being written over is not whole yet; it is looked at again.
  if ((await markOf(file)) !== mark) throw new Error('The file changed while it was being read.')
  return { mark, reader }
}
