import type { MaybePromise } from '@host/plugin'
import { requestHeader } from '../http/node-request.ts'
import type { Caller } from '../identity/caller.ts'
import type { RequestState, Room } from './request-state.ts'
import { andThen } from './and-then.ts'

/** Finds who a session token belongs to; at once when the session is in memory. */
export interface CallerSource {
  /** @param isUse false for a look that does not count as a use of the session */
  callerOf(token: string, isUse?: boolean): MaybePromise<Caller | undefined>
}

/**
 * The name of the session cookie. Browsers take a `__Host-` cookie only from this very host over TLS, so a neighbouring
 * subdomain can't plant a session; the plain name is never read over TLS, so neither can somebody on the network.
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'host_session'
}

/** Reads the session of a request that brings one; a request without a cookie costs no look-up. */
export function sessionRoom(sessions: CallerSource, next: Room): Room {
  return (state) => {
    const token = sessionToken(state)
    if (token === undefined) return next(state)
    return andThen(sessions.callerOf(token), (caller) => {
      state.caller = caller
      return next(state)
    })
  }
}

/** Who a request that is long since let in comes from by now. */
export function callerNow(sessions: CallerSource, state: RequestState): MaybePromise<Caller | undefined> {
  const token = sessionToken(state)
  return token === undefined ? undefined : sessions.callerOf(token, false)
}

function sessionToken({ request, isSecure }: RequestState): string | undefined {
  const cookies = requestHeader(request, 'cookie')
  return cookies === null ? undefined : readCookie(cookies, sessionCookieName(isSecure))
}

/**
 * The value of a cookie. Two of one name are none: only a subdomain or a network in between could have added the
 * second, and to guess which one is ours would let it choose the session.
 */
export function readCookie(header: string, name: string): string | undefined {
  let value: string | undefined
  let start = 0
  while (start < header.length) {
    const semicolon = header.indexOf(';', start)
    const end = semicolon === -1 ? header.length : semicolon
    while (header.charCodeAt(start) === 32) start++
    if (header.startsWith(name, start) && header.charCodeAt(start + name.length) === 61) {
      if (value !== undefined) return undefined
      value = header.slice(start + name.length + 1, end)
    }
    start = end + 1
  }
  return value
}
