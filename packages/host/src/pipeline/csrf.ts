/**
 * A page of another site can make a browser send our cookie, but can neither choose its `Origin` nor read the session's
 * token. So a state-changing call with a session cookie needs both: an allowed origin and the token.
 *
 * Signing in has no session yet, and an attacker's form that signs a user in under the attacker's account is an attack
 * too, so every state-changing call under `/api/auth` needs the origin, signed in or not.
 */
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@host/plugin'
import { requestHeader } from '../http/node-request.ts'
import type { RequestState, Middleware } from '../request/request-state.ts'

const safeMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Facts about a route that the check needs. */
export interface CsrfOptions {
  /** The route's method; undefined when it answers all. */
  readonly method: string | undefined
  /** Whether the origin is asked for without a session too. */
  readonly isSignIn: boolean
  /** The configured public origin; without one the request's own host is allowed. */
  readonly publicOrigin: string | undefined
}

/** Refuses requests that another site made the browser send. Read-only routes skip this middleware. */
export function csrfMiddleware(options: CsrfOptions, next: Middleware): Middleware {
  if (safeMethods.has(options.method)) return next
  return (state) => {
    if (!safeMethods.has(state.request.method)) check(state, options)
    return next(state)
  }
}

function check(state: RequestState, { isSignIn, publicOrigin }: CsrfOptions): void {
  const { caller, request } = state
  // No page can add the header of a token to a request it makes a browser send.
  if (caller?.tokenId !== undefined) return
  if (caller === undefined && !isSignIn) return
  if (!isOriginAllowed(state, publicOrigin)) throw new Problem('csrf_origin')
  if (caller !== undefined && !isEqual(requestHeader(request, 'x-csrf-token') ?? '', caller.csrfToken)) {
    throw new Problem('csrf_token')
  }
}

/** Whether a request was sent by a page of this site. */
export function isOriginAllowed({ request }: RequestState, publicOrigin: string | undefined): boolean {
  const origin = requestHeader(request, 'origin')
  if (origin === null) return requestHeader(request, 'sec-fetch-site') === 'same-origin'
  if (publicOrigin !== undefined) return origin === publicOrigin
  // Behind a proxy that ends TLS the scheme that we see is not the browser's, so the host decides.
  const host = requestHeader(request, 'host')
  if (origin === `https://${host}` || origin === `http://${host}`) return true
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
