/**
 * Rows in memory that are as right as the database:
 *
 *   find ── held, and no change of its key since it was read ───────────────► its value
 *     ├──── not held, all were read, and no change of its key since ────────► null: there is none
 *     └──── else, or while this process may not trust its memory ───────────► undefined ── read ── database ──► held
 *
 * As in `CoherentCache`, a writer commits, tells every process, and answers; what was read before the change is no longer
 * current, on any process. Rows aren't dated by time: a row that was changed by hand counts after a restart.
 */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@host/plugin'
import type { IndexSource, MemoryIndex } from '@host/plugin/platform'
import type { Coherence } from '../coherence/coherence.ts'
import { hashOf, slotOfHash } from '../coherence/epochs.ts'
import { RecentMap } from '../../support/recent-map.ts'
import { CompactMap } from './compact-map.ts'
import { canHold, isLongValue, requireIndexKey, requireIndexValue } from './index-texts.ts'

/** Milliseconds between two looks at whether this process may trust its memory. */
const trustEvery = 50
/** Keys without a row that are known as such one by one. */
const mostAbsent = 10_000
/** Keys of rows that can't be held and are known as such; with more of them, the database is asked for every unknown key. */
const mostSkipped = 1_000

/** Options of a coherent index. */
export interface CoherentIndexOptions {
  readonly plugin: string
  readonly coherence: Coherence
  readonly log: Log
  /** As `Database.beforeAnswer`. */
  readonly beforeAnswer: (work: () => Promise<void>) => void
  readonly source: IndexSource
  readonly mostBytes: number
}

export class CoherentIndex implements MemoryIndex {
  readonly #coherence: Coherence
  readonly #log: Log
  readonly #beforeAnswer: CoherentIndexOptions['beforeAnswer']
  readonly #source: IndexSource
  readonly #mostBytes: number
  readonly #prefix: string
  readonly #prefixHash: number
  readonly #map = new CompactMap()
  readonly #absent = new RecentMap<string, number>(mostAbsent)
  /** Keys of rows that can't be held. */
  readonly #skipped = new Set<string>()
  /** The count of changes before all rows were read; undefined until all are held. */
  #complete: number | undefined
  #filling: Promise<void> | undefined
  #isStopped = false

  constructor({ plugin, coherence, log, beforeAnswer, source, mostBytes }: CoherentIndexOptions) {
    this.#coherence = coherence
    this.#log = log
    this.#beforeAnswer = beforeAnswer
    this.#source = source
    this.#mostBytes = mostBytes
    this.#prefix = `index ${plugin} `
    this.#prefixHash = hashOf(this.#prefix)
  }

  get held(): { readonly keys: number; readonly bytes: number } {
    return { keys: this.#map.size, bytes: this.#map.bytes }
  }

  get version(): number | undefined {
    return this.#coherence.isTrusted() ? this.#coherence.epochs.settled : undefined
  }

  find(key: string): string | null | undefined {
    if (!this.#coherence.isTrusted()) return undefined
    const hash = hashOf(key, this.#prefixHash)
    const entry = this.#map.find(hash, key)
    if (entry === undefined) return this.#isAbsent(hash, key) ? null : undefined
    return this.#isCurrent(entry) ? this.#map.valueOf(entry) : undefined
  }

  async read(key: string): Promise<string | null> {
    const found = this.find(key)
    if (found !== undefined) return found
    requireIndexKey(key)
    const since = this.#coherence.epochs.now
    const isKept = this.#coherence.isTrusted()
    const value = await this.#source.read(key)
    if (isKept) this.#keep(key, value, since)
    return value ?? null
  }

  forget(keys: readonly string[]): void {
    const subjects = keys.map((key) => this.#prefix + key)
    this.#beforeAnswer(() => this.#coherence.forget(subjects))
  }

  /** Reads all rows into memory. An error is logged: the rows come from the database then. */
  fill(): Promise<void> {
    const failed = (error: unknown): void =>
      this.#log.warn('A memory index could not be read; its rows come from the database', { error })
    return (this.#filling ??= this.#fill()
      .catch(failed)
      .finally(() => (this.#filling = undefined)))
  }

  /** Ends a reading of all rows at its next page. */
  stop(): void {
    this.#isStopped = true
  }

  /** After everything became outdated at once: this process had lost its line to the others. */
  #fillAnew(): void {
    this.#complete = undefined
    void this.fill()
  }

  async #fill(): Promise<void> {
    const first = await this.#trusted()
    let isWhole = true
    let since = first
    let skipped = 0
    this.#skipped.clear()
    for await (const page of this.#source.pages()) {
      if (this.#isStopped) return
      for (const [key, value] of page) {
        if (canHold(key, value)) isWhole = this.#keep(key, value, since) && isWhole
        else skipped += this.#skip(key)
      }
      // A turn of the event loop between two pages, so that requests are answered meanwhile.
      await turn()
      since = await this.#trusted()
    }
    this.#complete = isWhole && skipped === this.#skipped.size ? first : undefined
    if (skipped > 0) this.#log.warn("Rows that a memory index can't hold come from the database", { rows: skipped })
  }

  /** @returns the rows that are skipped with it */
  #skip(key: string): number {
    if (this.#skipped.size < mostSkipped) this.#skipped.add(key)
    return 1
  }

  /** The count of changes, once this process may trust its memory: what is read before that is not to be kept. */
  async #trusted(): Promise<number> {
    while (!this.#coherence.isTrusted() && !this.#isStopped) await sleep(trustEvery, undefined, { ref: false })
    return this.#coherence.epochs.now
  }

  /** @returns whether it is held, or something newer is */
  #keep(key: string, value: string | undefined, since: number): boolean {
    requireIndexKey(key)
    const hash = hashOf(key, this.#prefixHash)
    const entry = this.#map.find(hash, key)
    if (entry !== undefined && this.#map.sinceOf(entry) > since) return true
    if (value === undefined) {
      this.#map.delete(hash, key)
      this.#absent.set(key, since)
      return true
    }
    this.#absent.delete(key)
    if (isLongValue(value)) return false
    requireIndexValue(value)
    if (entry === undefined && this.#map.bytes > this.#mostBytes) return false
    return this.#map.set(hash, { key, value, since })
  }

  #isCurrent(entry: number): boolean {
    const { epochs } = this.#coherence
    const { settled } = epochs
    if (this.#map.checkedOf(entry) === settled) return true
    if (!epochs.isCurrent([slotOfHash(this.#map.hashOf(entry))], this.#map.sinceOf(entry))) return false
    this.#map.note(entry, settled)
    return true
  }

  #isAbsent(hash: number, key: string): boolean {
    const slots = [slotOfHash(hash)]
    const { epochs } = this.#coherence
    if (this.#complete !== undefined && !this.#skipped.has(key)) {
      if (epochs.isCurrent(slots, this.#complete)) return true
      if (!epochs.isCurrent([], this.#complete)) this.#fillAnew()
    }
    const since = this.#absent.get(key)
    return since !== undefined && epochs.isCurrent(slots, since)
  }
}
