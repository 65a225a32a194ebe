import { serviceToken } from '../service.ts'

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
  /**
   * Counts one request of a caller without a session for a key and the network that it comes from: the /24 of an IPv4
   * address, the /48 of an IPv6 address, as far as trusted proxies vouch for it. The plugin learns no address. Not
   * inside a transaction.
   * @param request the request of the scope; all copies of requests count as one network
   * @throws TypeError for an invalid key, limit or window
   * @example const { allowed } = await rateLimit.takeFrom(request, `check ${licenseId}`, { limit: 60, window: 60_000 })
   * @since 1.1.0
   */
  takeFrom(
    request: Request,
    key: string,
    budget: { readonly limit: number; readonly window: number },
  ): Promise<RateLimitResult>
}

/**
 * Counts calls for a plugin's own limits.
 *
 * Audience: authors.
 */
export const RateLimit = serviceToken<RateLimitService>('core.rate-limit')
