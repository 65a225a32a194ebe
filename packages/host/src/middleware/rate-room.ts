/**
 * Refuses who asks too often, and tells everybody else how often they may still ask.
 *
 * Signing in is counted by the client's address, before anything is looked up: whoever tries has no session to be counted
 * by. The API is counted by the session, and by the address where there is none.
 */
import { addressKey } from '../rate-limits/address-key.ts'
import type { RateLimiter } from '../rate-limits/rate-limits.ts'
import { tooMany } from '../rate-limits/too-many.ts'
import { andThen } from './and-then.ts'
import type { RequestState, Room } from './request-state.ts'

/** Counts a call before the rooms that follow. */
export function rateRoom(limiter: RateLimiter | undefined, keyOf: (state: RequestState) => string, next: Room): Room {
  if (limiter === undefined) return next
  return (state) =>
    andThen(limiter.take(keyOf(state)), (standing) => {
      state.rate = standing
      if (!standing.isAllowed) throw tooMany(standing.resetAfter)
      return next(state)
    })
}

/** Whom a call is counted as by where it comes from. */
export function byAddress({ address }: RequestState): string {
  return addressKey(address)
}

/** Whom a call is counted as by who makes it. */
export function byCaller(state: RequestState): string {
  return state.caller?.sessionId ?? byAddress(state)
}
