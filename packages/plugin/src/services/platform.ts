import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** How a job is run. */
export interface JobOptions {
  /** Milliseconds from now; the moment a job is due at the earliest. */
  readonly delay?: number
  /** A second job with this key is not enqueued while the first waits. */
  readonly uniqueKey?: string
  /** Tries before the job is a dead letter. */
  readonly attempts?: number
}

/** Durable work after the request has ended. */
export interface JobsService {
  define<Input>(name: string, run: (scope: WorkspaceContext, input: Input) => Promise<void>): void
  enqueue<Input>(orgId: string, name: string, input: Input, options?: JobOptions): Promise<string>
  /** Runs a job by a cron line, once per deployment. */
  schedule(name: string, cron: string): void
}

/** A delivered event. */
export interface EventRecord<Data> {
  readonly id: string
  readonly orgId: string
  readonly data: Data
  readonly at: string
}

/** Typed events, delivered at least once. */
export interface EventsService {
  publish<Data>(orgId: string, name: string, data: Data): Promise<void>
  subscribe<Data>(name: string, handler: (scope: WorkspaceContext, event: EventRecord<Data>) => Promise<void>): void
}

/** Webhooks of a workspace. */
export interface WebhooksService {
  send(orgId: string, event: string, data: unknown): Promise<void>
}

/** A bounded cache with the same meaning on several processes. */
export interface CacheService {
  get<Value>(key: string): Promise<Value | undefined>
  /** @param ttl milliseconds */
  set<Value>(key: string, value: Value, ttl: number): Promise<void>
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
   * Counts one request. The window of a key begins with its first request.
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

/** Where an address is. */
export interface GeoService {
  lookup(address: string): Promise<{ readonly country?: string; readonly city?: string } | undefined>
}

/** Large values apart from the tables. */
export interface BlobsService {
  put(orgId: string, key: string, body: Uint8Array, type: string): Promise<void>
  get(orgId: string, key: string): Promise<{ readonly body: Uint8Array; readonly type: string } | undefined>
  delete(orgId: string, key: string): Promise<void>
}

/** Host names that a plugin owns, answered before sessions; never the dashboard's own host. In-tree only. */
export interface EdgeService {
  route(answer: (request: Request) => Response | undefined): void
}

export const Jobs = serviceToken<JobsService>('core.jobs')
export const Events = serviceToken<EventsService>('core.events')
export const Webhooks = serviceToken<WebhooksService>('core.webhooks')
export const Cache = serviceToken<CacheService>('core.cache')
export const RateLimit = serviceToken<RateLimitService>('core.rate-limit')
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
export const Geo = serviceToken<GeoService>('core.geo')
export const Blobs = serviceToken<BlobsService>('core.blobs')
export const Edge = serviceToken<EdgeService>('core.edge')
