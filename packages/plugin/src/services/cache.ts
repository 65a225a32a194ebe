import { serviceToken } from '../service.ts'

/**
 * A bounded cache of one plugin. Each process has its own entries, at most 8 MiB for a plugin and 32 MiB for all; the
 * least recently used entry goes first.
 *
 * When `delete` has resolved, no `get` that begins from then on, on any process, returns a value set before, nor one
 * set later by a request, job or hook whose first cache read came before. So call `get` first, read missing data from
 * its source, then `set` it: a value deleted in between is not stored.
 * @example
 * const known = await cache.get<Plan>(orgId)
 * if (known !== undefined) return known
 * const plan = await readPlan(orgId)
 * await cache.set(orgId, plan, 60_000)
 */
export interface CacheService {
  /** @param key 1 to 300 characters @returns a copy; undefined for a missing or deleted entry */
  get<Value>(key: string): Promise<Value | undefined>
  /**
   * Stores a copy, unless the key was deleted since this request's first cache read.
   * @param value JSON of at most 64 kB
   * @param ttl milliseconds, at most 24 hours
   * @throws TypeError for an invalid key, value or lifetime
   */
  set<Value>(key: string, value: Value, ttl: number): Promise<void>
  /**
   * Deletes a value on every process; call it after the change of its source has committed.
   * @throws Problem `service_unavailable` when the other processes can't be notified in time; they are notified later
   */
  delete(key: string): Promise<void>
}

/**
 * A plugin's short-lived data in memory, for one workspace or all.
 *
 * Audience: authors.
 */
export const Cache = serviceToken<CacheService>('core.cache')
