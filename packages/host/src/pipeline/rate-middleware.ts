/**
 * Refuses callers over their limit, and reports the remaining calls to all others.
 *
 * Sign-ins are counted by the client's address before any look-up, since they have no session yet. The API is counted
 * by session and user, and by address without a session.
 */
import type { MaybePromise } from '@host/plugin'
import { addressKey } from '../http/address-key.ts'
import type { RateLimiter } from '../security/rate-limits/rate-limits.ts'
import type { RateStanding } from '../request/rate-policy.ts'
import { tooMany } from '../security/rate-limits/too-many.ts'
import { andThen } from '../request/and-then.ts'
import type { RequestState, Middleware } from '../request/request-state.ts'

/** Counts a call for its caller. */
export type CountCall = (limiter: Pick<RateLimiter, 'take'>, state: RequestState) => MaybePromise<RateStanding>

/** The current limiter: its limit may change while the host runs. */
export type CurrentLimiter = () => RateLimiter | undefined

/** Counts a call before the middleware that follow. */
export function rateMiddleware(current: CurrentLimiter, count: CountCall, next: Middleware): Middleware {
  return (state) => {
    const limiter = current()
    if (limiter === undefined) return next(state)
    return andThen(count(limiter, state), (standing) => {
      state.rate = standing
      if (!standing.isAllowed) throw tooMany(standing.resetAfter)
      return next(state)
    })
  }
}

/** Counts a call by where it comes from. */
export const byAddress: CountCall = (limiter, { address }) => limiter.take(addressKey(address))

/** Counts a call by its session or token and by the person behind it. */
export const byCaller: CountCall = (limiter, state) => {
  const { caller } = state
  return caller === undefined ? byAddress(limiter, state) : limiter.take(caller.sessionId, caller)
}
