/**
 * The middleware of a route, folded into one closure when it is mounted:
 *
 *   [rate, by address ->] session -> [rate, by session ->] csrf -> gate -> handler
 *
 * Idempotency, guard and validation stand inside the handler.
 * A room that can't matter to a route is left out, so it costs nothing. Calls from inside of the build have a fold of
 * their own, which is made when the first one comes, so they cost those from outside nothing either.
 */
import type { Audience, RateClass } from '@host/plugin'
import type { LiveHub } from '../live/live-hub.ts'
import type { RateLimiter, RateLimits } from '../security/rate-limits/rate-limits.ts'
import { csrfMiddleware } from './csrf.ts'
import { gateMiddleware, type FeatureSource } from './gate.ts'
import { byAddress, byCaller, rateMiddleware } from './rate-middleware.ts'
import type { Middleware } from '../request/request-state.ts'
import { knownCallerMiddleware, sessionMiddleware, type CallerSources } from './session.ts'

/** Shared dependencies of all routes of a host. */
export interface RouteMiddleware extends CallerSources {
  readonly features: FeatureSource
  readonly publicOrigin: string | undefined
  readonly rates: Pick<RateLimits, 'limiterOf'>
  readonly live: Pick<LiveHub, 'isHeard' | 'tell'>
}

/** Facts that the middleware before a handler depends on. */
export interface RouteFacts {
  readonly method: string | undefined
  readonly path: string
  readonly audience: Audience
  /** The feature that a workspace switches; undefined when it can't be switched off. */
  readonly feature: string | undefined
  /** The class of the limit that its calls count against. */
  readonly rateLimit: RateClass
}

/** Puts the middleware before a handler. */
export function foldRoute(middleware: RouteMiddleware, route: RouteFacts, handler: Middleware): Middleware {
  return fold(middleware, route, {
    handler,
    known: (next) => sessionMiddleware(middleware, route, next),
  })
}

/** The same middleware for calls from inside the build, whose caller is known and was counted already. */
export function foldInside(middleware: RouteMiddleware, route: RouteFacts, handler: Middleware): Middleware {
  const known = (next: Middleware): Middleware => knownCallerMiddleware(route.audience === 'public', next)
  return fold(middleware, route, { handler, known, isCounted: true })
}

interface FoldParts {
  readonly handler: Middleware
  /** Whether calls were counted against the limit of the API before they come. */
  readonly isCounted?: boolean
  /** Puts the room before another one that says who calls. */
  known(next: Middleware): Middleware
}

function fold(
  middleware: RouteMiddleware,
  route: RouteFacts,
  { handler, known, isCounted = false }: FoldParts,
): Middleware {
  // The console and a person's own affairs belong to no workspace, so no workspace's switch touches them.
  const isGated = route.feature !== undefined && route.audience !== 'user' && route.audience !== 'instance'
  const gated = isGated ? gateMiddleware(middleware.features, route.feature ?? '', handler) : handler
  const isSignIn = route.path.startsWith('/api/auth/')
  const checked = csrfMiddleware({ method: route.method, isSignIn, publicOrigin: middleware.publicOrigin }, gated)
  const { rates } = middleware
  const limiter = (): RateLimiter | undefined => rates.limiterOf(route.rateLimit)
  if (route.rateLimit === 'none') return known(checked)
  if (route.rateLimit === 'api') return known(isCounted ? checked : rateMiddleware(limiter, byCaller, checked))
  return rateMiddleware(limiter, byAddress, known(checked))
}
