import { serviceToken } from '../service.ts'

/**
 * A bounded cache of one plugin. Each process keeps what it was given, at most 8 MiB for a plugin and 32 MiB for all; what
 * was not used for longest goes first.
 *
 * When `delete` has resolved, no `get` that begins from then on, on any process, answers what was set before, nor what is
 * set later by a request, job or hook that first looked into the cache before. So call `get` first, read what it does not
 * have, then `set` it: what someone deletes in between is not kept.
 * @example
 * const known = await cache.get<Plan>(orgId)
 * if (known !== undefined) return known
 * const plan = await readPlan(orgId)
 * await cache.set(orgId, plan, 60_000)
 */
export interface CacheService {
  /** @param key 1 to 300 characters @returns a copy; undefined for what is not there, or was deleted */
  get<Value>(key: string): Promise<Value | undefined>
  /**
   * Keeps a copy, unless the key was deleted since this request first looked into the cache.
   * @param value JSON of at most 64 kB
   * @param ttl milliseconds, at most 24 hours
   * @throws TypeError for what is none of these
   */
  set<Value>(key: string, value: Value, ttl: number): Promise<void>
  /**
   * Takes a value out on every process; after the change of what it was made from has committed.
   * @throws Problem `service_unavailable` when the other processes can't be told in time; they are told later
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
   * @param key whom the limit is for, 1 to 200 characters; keys of other plugins are others
   * @param window milliseconds, at most 24 hours
   * @throws TypeError for what can be no limit
   */
  take(key: string, limit: number, window: number): Promise<RateLimitResult>
}

/** What a workspace's plan includes. */
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

/** What a plugin keeps in memory for a while, for one workspace or all. */
export const Cache = serviceToken<CacheService>('core.cache')
/** Counts calls for a plugin's own limits. */
export const RateLimit = serviceToken<RateLimitService>('core.rate-limit')
/** What the plan of a workspace includes. */
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
/** Where public addresses are. */
export const Geo = serviceToken<GeoService>('core.geo')
/** Answers for host names that a plugin owns. */
export const Edge = serviceToken<EdgeService>('core.edge')
