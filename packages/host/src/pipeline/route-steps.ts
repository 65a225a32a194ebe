/**
 * The middleware of every route, from the outside in; those of typed endpoints follow, see `endpoint-steps.ts`.
 *
 * A step that can't matter to a route is left out, so it costs nothing. Calls from inside of the build have a
 * composition of their own, made for the first one: their caller is known, and was counted before.
 */
import type { Audience, Endpoint, Pattern, RateClass, RouteDeprecation } from '@host/plugin'
import type { LiveHub } from '../live/live-hub.ts'
import type { Middleware } from '../request/request-state.ts'
import type { RateLimits } from '../security/rate-limits/rate-limits.ts'
import { notifiesBeforeHandler, notifyCallStarted } from './api-calls/notify-call-started.ts'
import { csrfMiddleware } from './csrf.ts'
import { deprecationMiddleware } from './deprecation-middleware.ts'
import { gateMiddleware, type FeatureSource } from './gate.ts'
import type { PipelineStep } from './pipeline-step.ts'
import { byAddress, byCaller, rateMiddleware } from './rate-middleware.ts'
import { knownCallerMiddleware, sessionMiddleware, type CallerSources } from './session.ts'

/** Shared dependencies of all routes of a host. */
export interface RouteMiddleware extends CallerSources {
  readonly features: FeatureSource
  readonly publicOrigin: string | undefined
  readonly rates: Pick<RateLimits, 'limiterOf'>
  readonly live: Pick<LiveHub, 'isHeard' | 'tell'>
}

/** Facts that the middleware of a route depend on. */
export interface RouteFacts {
  readonly pattern: Pattern
  readonly path: string
  readonly audience: Audience
  /** The feature that a workspace switches; undefined when it can't be switched off. */
  readonly feature: string | undefined
  /** The class of the limit that its calls count against. */
  readonly rateLimit: RateClass
  readonly deprecated: RouteDeprecation | undefined
  /** Undefined for a route that is not a typed endpoint. */
  readonly endpoint: Endpoint | undefined
}

/** A route as outside or internal calls reach it. */
export interface RouteCall extends RouteFacts {
  readonly middleware: RouteMiddleware
  readonly calls: 'outside' | 'internal' | 'dry run'
}

/** The middleware of a route, in the order in which a request passes them. */
export const routeSteps: readonly PipelineStep<Middleware, RouteCall>[] = [
  {
    name: 'deprecation',
    summary: 'headers of a deprecated route, also on refusals',
    applies: ({ deprecated, calls }) => deprecated !== undefined && calls === 'outside',
    wrap: (next, { deprecated, pattern }) => deprecationMiddleware(deprecated, pattern, next),
  },
  {
    name: 'rate by address',
    summary: 'sign-in and other routes with limits of their own; 429',
    applies: ({ rateLimit }) => rateLimit !== 'none' && rateLimit !== 'api',
    wrap: (next, { middleware: { rates }, rateLimit }) =>
      rateMiddleware(() => rates.limiterOf(rateLimit), byAddress, next),
  },
  {
    name: 'session',
    summary: 'cookie or token to a caller, once',
    applies: () => true,
    wrap: (next, route) =>
      route.calls === 'outside'
        ? sessionMiddleware(route.middleware, route, next)
        : knownCallerMiddleware(route.audience === 'public', next),
  },
  {
    name: 'rate by caller',
    summary: 'all other routes of the API; 429',
    applies: ({ rateLimit, calls }) => rateLimit === 'api' && calls === 'outside',
    wrap: (next, { middleware: { rates }, rateLimit }) =>
      rateMiddleware(() => rates.limiterOf(rateLimit), byCaller, next),
  },
  {
    name: 'csrf',
    summary: "a change by cookie: our own origin, and the session's token",
    applies: () => true,
    wrap: (next, { pattern: { method }, path, middleware: { publicOrigin } }) =>
      csrfMiddleware({ method, isSignIn: path.startsWith('/api/auth/'), publicOrigin }, next),
  },
  {
    name: 'gate',
    summary: 'is the feature on in this workspace? else 404',
    // The console and a person's own affairs belong to no workspace, so no workspace's switch touches them.
    applies: ({ feature, audience }) => feature !== undefined && audience !== 'user' && audience !== 'instance',
    wrap: (next, { feature = '', middleware: { features } }) => gateMiddleware(features, feature, next),
  },
  {
    name: 'begin',
    summary: 'an internal call that reads, or is atomic: record its start',
    applies: ({ calls, endpoint }) => calls === 'internal' && !notifiesBeforeHandler(endpoint),
    wrap: (next) => notifyCallStarted(next),
  },
]
