/**
 * One call of an agent counts once against the limit of its token, however it is made: a request was counted when it
 * came in, and that allows one internal call; further ones are counted call by call. Unused counts end with their
 * request.
 *
 *   counted with the request --first call inside--> used
 *   count(): counted besides --each call inside---> used
 *   nothing left             --each call inside---> counted as a request would be, or refused
 */
import type { CountedCalls } from '@host/plugin/platform'
import { byCaller } from '../rate-middleware.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { RateLimiter } from '../../security/rate-limits/rate-limits.ts'
import type { RateStanding } from '../../request/rate-policy.ts'

export class InsideCounts {
  /** Undefined where the API has no limit. */
  readonly #current: () => RateLimiter | undefined
  /** How many calls inside a request can make that were counted. */
  readonly #left = new WeakMap<RequestState, number>()

  constructor(current: () => RateLimiter | undefined) {
    this.#current = current
  }

  /** Counts calls until one is over the limit; the answer of the request says where its caller stands then. */
  async count(state: RequestState, calls: number): Promise<CountedCalls> {
    const limiter = this.#current()
    if (limiter === undefined) return { allowed: calls, retryAfter: 0 }
    for (let allowed = 0; allowed < calls; allowed += 1) {
      const { isAllowed, resetAfter } = await this.#take(state, limiter)
      if (!isAllowed) return { allowed, retryAfter: resetAfter }
      this.#left.set(state, this.#leftOf(state) + 1)
    }
    return { allowed: calls, retryAfter: 0 }
  }

  /** Uses an earlier count, or counts one call. @returns the state of the limit of a caller who is over it */
  async use(state: RequestState): Promise<RateStanding | undefined> {
    const limiter = this.#current()
    if (limiter === undefined) return undefined
    const left = this.#leftOf(state)
    this.#left.set(state, Math.max(0, left - 1))
    if (left > 0) return undefined
    const standing = await this.#take(state, limiter)
    return standing.isAllowed ? undefined : standing
  }

  async #take(state: RequestState, limiter: Pick<RateLimiter, 'take'>): Promise<RateStanding> {
    state.rate = await byCaller(limiter, state)
    return state.rate
  }

  #leftOf(state: RequestState): number {
    return this.#left.get(state) ?? Number(this.#isCounted(state))
  }

  /** Whether the request itself was counted against this limit. */
  #isCounted({ rate }: RequestState): boolean {
    return rate !== undefined && this.#current()?.policies.includes(rate.policy) === true
  }
}
