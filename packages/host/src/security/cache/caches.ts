/**
 * The caches of plugins: each process has its own entries, and a deletion applies to all of them.
 *
 *   get     in memory, trusted, in time, and no change of its key since ──► a copy; else nothing
 *   set     kept, dated back to when the running request first looked into its plugin's cache
 *   delete  the key's count moves on, here and on every process, before it resolves
 *
 * A value is set after it was read from its source, and may be deleted in between. So it counts as old as the request
 * that sets it can know it to be: as of that request's first cache read, which came before it read the source. A delete
 * in between, in any process, invalidates it before it is stored. A request that deletes can't set the same key after:
 * the next request reads and sets it. Requests here are all runs with an execution context of their own: jobs and hooks
 * too.
 */
import type { CacheService } from '@host/plugin'
import type { Coherence } from '../coherence/coherence.ts'
import { slotOf } from '../coherence/epochs.ts'
import type { ExecutionContext, ExecutionContexts } from '../../observability/containment/execution-contexts.ts'
import { CacheMemory } from './cache-memory.ts'
import { requireCacheKey, requireTtl, textOf } from './cache-values.ts'

/** Options of caches. */
export interface CacheOptions {
  readonly coherence: Coherence
  readonly contexts: Pick<ExecutionContexts, 'current'>
  readonly memory?: CacheMemory
}

/** The first look of a request: the count of changes then; undefined where it could not be trusted. */
type FirstLook = number | undefined

export class Caches {
  readonly #coherence: Coherence
  readonly #contexts: Pick<ExecutionContexts, 'current'>
  readonly #memory: CacheMemory
  readonly #looks = new WeakMap<ExecutionContext, FirstLook>()

  constructor({ coherence, contexts, memory = new CacheMemory() }: CacheOptions) {
    this.#coherence = coherence
    this.#contexts = contexts
    this.#memory = memory
  }

  /** The service `Cache` of one plugin: keys of others are others. */
  serviceOf(plugin: string): CacheService {
    return Object.freeze<CacheService>({
      get: async <Value>(key: string) => {
        requireCacheKey(key)
        this.#firstLook()
        const text = this.#read(plugin, key)
        return text === undefined ? undefined : (JSON.parse(text) as Value)
      },
      set: async (key, value, ttl) => {
        requireCacheKey(key)
        requireTtl(ttl)
        const text = textOf(value)
        const since = this.#firstLook()
        const slots = [slotOf(subject(plugin, key))]
        if (since === undefined || !this.#coherence.epochs.isCurrent(slots, since)) return
        this.#memory.set(plugin, key, { text, slots, since, until: performance.now() + ttl })
      },
      delete: async (key) => {
        requireCacheKey(key)
        this.#firstLook()
        this.#memory.delete(plugin, key)
        await this.#coherence.forget([subject(plugin, key)])
      },
    })
  }

  #read(plugin: string, key: string): string | undefined {
    const entry = this.#memory.get(plugin, key)
    if (entry === undefined || !this.#coherence.isTrusted()) return undefined
    if (performance.now() < entry.until && this.#coherence.epochs.isCurrent(entry.slots, entry.since)) return entry.text
    this.#memory.delete(plugin, key)
    return undefined
  }

  /** The count that everything which the running request sets is dated back to. */
  #firstLook(): FirstLook {
    const frame = this.#contexts.current()
    if (frame !== undefined && this.#looks.has(frame)) return this.#looks.get(frame)
    const { now } = this.#coherence.epochs
    const look = this.#coherence.isTrusted() ? now : undefined
    if (frame !== undefined) this.#looks.set(frame, look)
    return look
  }
}

/** Distinct from the ids of users and workspaces, whose changes are counted in the same place. */
function subject(plugin: string, key: string): string {
  return `cache ${plugin} ${key}`
}
