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

/** The state of a limit after a request was counted. */
export interface RateLimitResult {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetAfter: number
}

/** Counts requests against limits of a plugin's own, exactly and on however many processes. */
export interface RateLimitService {
  /**
   * Counts one request. The window of a key begins with its first request. Not inside a transaction.
   * @param key the limited subject, 1 to 200 characters; separate from the keys of other plugins
   * @param window milliseconds, at most 24 hours
   * @throws TypeError for an invalid key, limit or window
   */
  take(key: string, limit: number, window: number): Promise<RateLimitResult>
}

/** The contents of a workspace's plan. */
export interface EntitlementsService {
  hasTier(orgId: string, tier: string): Promise<boolean>
  /** How much is left of a quota; `undefined` when the plan sets none. */
  remaining(orgId: string, quota: string): Promise<number | undefined>
}

/** Where an address is, as far as the database of the operator knows; names are English. */
export interface GeoPlace {
  /** ISO 3166-1 alpha-2, such as `DE`. */
  readonly country?: string
  readonly region?: string
  readonly city?: string
}

/** Where addresses are; the token is there only when the operator has given a database. */
export interface GeoService {
  /** @returns undefined for an address that is unknown, private or none */
  lookup(address: string): Promise<GeoPlace | undefined>
}

/** Host names that a plugin owns, answered before sessions; never the dashboard's own host. In-tree only. */
export interface EdgeService {
  route(answer: (request: Request) => Response | undefined): void
}

/** A plugin's short-lived data in memory, for one workspace or all. */
export const Cache = serviceToken<CacheService>('core.cache')
/** Counts calls for a plugin's own limits. */
export const RateLimit = serviceToken<RateLimitService>('core.rate-limit')
/** The contents of a workspace's plan. */
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
/** Where public addresses are. */
export const Geo = serviceToken<GeoService>('core.geo')
/** Answers for host names that a plugin owns. */
export const Edge = serviceToken<EdgeService>('core.edge')
