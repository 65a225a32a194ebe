import type { WindowPlace } from './window-memory.ts'

/** How many calls a window takes. */
export interface RatePolicy {
  readonly name: string
  readonly limit: number
  /** Milliseconds. */
  readonly window: number
  /** As the field `RateLimit-Policy` states it (RateLimit header fields for HTTP, draft 10). */
  readonly header: string
}

/** @param window milliseconds */
export function ratePolicy(name: string, limit: number, window: number): RatePolicy {
  return Object.freeze({ name, limit, window, header: `"${name}";q=${limit};w=${Math.ceil(window / 1000)}` })
}

/** Where a caller stands after a call was counted. */
export interface RateStanding {
  readonly policy: RatePolicy
  readonly isAllowed: boolean
  readonly remaining: number
  /** Whole seconds until the window ends, at least 1. */
  readonly resetAfter: number
}

/** Counts the calls under a key. */
export interface RateCounter {
  /** Counts a call; at once when the count is in memory. */
  take(key: string, policy: RatePolicy): RateStanding | Promise<RateStanding>
}

/** Counts in memory. */
export interface QuickCounter extends RateCounter {
  /** @param place of the window of this key in this counter, and of no other */
  take(key: string, policy: RatePolicy, place?: WindowPlace): RateStanding
}

/** @param used calls of the window, the present one among them @param left milliseconds of the window */
export function standingOf(policy: RatePolicy, used: number, left: number): RateStanding {
  return {
    policy,
    isAllowed: used <= policy.limit,
    remaining: Math.max(0, policy.limit - used),
    resetAfter: Math.max(1, Math.ceil(left / 1000)),
  }
}
