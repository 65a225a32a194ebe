/**
 * Counts a call of the API twice: for its session or token, and for the person behind it. So a person with many sessions
 * and tokens has one budget over all of them. A call that the first budget refuses costs the second one nothing.
 */
import type { WindowMemory } from '../../request/window-memory.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { RatePolicy, RateStanding } from '../../request/rate-policy.ts'

/** A budget that is counted in memory, at once. */
export interface QuickLimiter {
  readonly policy: RatePolicy
  /** @param memory of the caller that the key is of */
  take(key: string, memory?: WindowMemory): RateStanding
}

/** The person behind a call, and the memory of their windows. */
export interface CountedCaller {
  readonly userId: string
  readonly memory?: WindowMemory | undefined
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
    const own = this.#own.take(key, caller?.memory)
    if (caller === undefined || !own.isAllowed) return own
    const person = this.#person.take(caller.userId, caller.memory)
    return !person.isAllowed || person.remaining < own.remaining ? person : own
  }
}
