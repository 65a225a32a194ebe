/**
 * Counts a call of the API twice: for its session or token, and for the person behind it. So a person with many sessions
 * and tokens has one budget over all of them. A call that the first budget refuses costs the second one nothing.
 */
import type { WindowReference } from './window-reference.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { RatePolicy, RateStanding } from './rate-policy.ts'

/** A budget that is counted in memory, at once. */
export interface QuickLimiter {
  readonly policy: RatePolicy
  /** @param reference of this key in this budget, and of no other */
  take(key: string, reference?: WindowReference): RateStanding
}

/** The person behind a call, and where the windows of the session and of the person are. */
export interface CountedCaller {
  readonly userId: string
  readonly memory?: { readonly session: WindowReference; readonly person: WindowReference } | undefined
}

export class CallerLimiter implements RateLimiter {
  readonly policies: readonly RatePolicy[]
  readonly #own: QuickLimiter
  readonly #person: QuickLimiter

  constructor(own: QuickLimiter, person: QuickLimiter) {
    this.policies = [own.policy, person.policy]
    this.#own = own
    this.#person = person
  }

  /** @returns where the caller stands in the budget that has less left */
  take(key: string, caller?: CountedCaller): RateStanding {
    const own = this.#own.take(key, caller?.memory?.session)
    if (caller === undefined || !own.isAllowed) return own
    const person = this.#person.take(caller.userId, caller.memory?.person)
    return !person.isAllowed || person.remaining < own.remaining ? person : own
  }
}
