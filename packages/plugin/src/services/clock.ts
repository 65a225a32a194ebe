import { serviceToken } from '../service.ts'

/** The host's clock, which a test can move: for due times, expiries and ages. */
export interface ClockService {
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * The host's clock, for code without a scope; a scope has `now`.
 *
 * Audience: authors.
 * @example const since = new Date(requireService(ctx, Clock).now() - 86_400_000).toISOString()
 * @since 1.0.0
 */
export const Clock = serviceToken<ClockService>('core.clock')
