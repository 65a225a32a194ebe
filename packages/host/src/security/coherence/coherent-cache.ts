/**
 * Database reads, cached with the promise that a request which begins after a change was answered is never served with
 * the old state.
 *
 *   get  ── in memory, trusted and current ──────────────────────────────► value, no waiting
 *    └───── else: load ── count of changes noted ── database ── kept with it ──► value
 *   a change: the slots of its subjects move on ── what was noted before is no longer current
 *
 * A writer commits to the database first, then awaits `Coherence.forget`, then answers. A read that began before the
 * commit noted a count from before the change, so its entry is outdated when it arrives. A read is not shared: a
 * request that begins later reads for itself.
 *
 * A read takes no part in a transaction of its caller: what that has written may be undone, so it is not for the cache.
 *
 * Nothing is cached for longer than a minute, so that a row that was changed by hand counts too.
 */
import type { MaybePromise } from '@host/plugin'
import { outsideTransactions } from '../../database/transaction-scope.ts'
import { RecentMap } from '../../support/recent-map.ts'
import type { Coherence } from './coherence.ts'
import { slotOf } from './epochs.ts'
import type { CacheEntry } from '../../request/caller-memory.ts'

/** How long an entry is believed, in milliseconds. */
const longestBelief = 60_000

/** The value of a read, with the subjects whose changes invalidate it. */
export interface Reading<Value> {
  readonly value: Value
  /** Ids of users and workspaces; the key is one without being named. */
  readonly subjects: readonly string[]
}

const neverChecked = -1

export class CoherentCache<Value> {
  readonly #coherence: Coherence
  readonly #entries: RecentMap<string, CacheEntry<Value>>

  /** @param capacity how many entries are kept at least, of those used lately; twice as many at most */
  constructor(coherence: Coherence, capacity: number) {
    this.#coherence = coherence
    this.#entries = new RecentMap(capacity)
  }

  /** The cached value that may be used now; undefined calls for `load`. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry === undefined ? undefined : this.valueOf(entry)
  }

  /** The entry of a key, to be held and asked for its value with `valueOf`; out of date or not. */
  entryOf(key: string): CacheEntry<Value> | undefined {
    return this.#entries.get(key)
  }

  /** The value of an entry, wherever it is held, if it may be used now. */
  valueOf(entry: CacheEntry<Value>): Value | undefined {
    const { epochs } = this.#coherence
    if (performance.now() >= 1000 * entry.until || !this.#coherence.isTrusted()) return undefined
    const { settled } = epochs
    if (entry.checked !== settled) {
      if (!epochs.isCurrent(entry.slots, entry.since)) return undefined
      entry.checked = settled
    }
    return entry.value
  }

  /** Reads from the database and caches the result; undefined when there is none. */
  async load(key: string, read: () => MaybePromise<Reading<Value> | undefined>): Promise<Value | undefined> {
    const since = this.#coherence.epochs.now
    const isKept = this.#coherence.isTrusted()
    const reading = await outsideTransactions(read)
    if (reading === undefined) {
      this.#entries.delete(key)
      return undefined
    }
    const { value, subjects } = reading
    const slots = [key, ...subjects].map(slotOf)
    const until = Math.floor((performance.now() + longestBelief) / 1000)
    if (isKept) this.#entries.set(key, { value, slots, since, until, checked: neverChecked })
    return value
  }

  /** Drops an entry that has ended by itself. */
  delete(key: string): void {
    this.#entries.delete(key)
  }
}
