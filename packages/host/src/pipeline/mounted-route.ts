import type {
  Audience,
  Endpoint,
  MaybePromise,
  RateClass,
  RouteDeprecation,
  RouteDescription,
  RouteRequirements,
} from '@host/plugin'
import type { BodyLimits } from '../http/body-limits.ts'
import type { Route } from '../http/router/route.ts'
import type { PublicScope } from '../request/request-scope.ts'
import type { Middleware } from '../request/request-state.ts'
import type { InternalPipeline } from './api-calls/internal-pipeline.ts'
import type { PublicRoute } from './public-pages/public-routes.ts'

/** A route as the host answers it. */
export interface MountedRoute extends Route {
  readonly audience: Audience
  /** Further requirements of its guard; undefined for a public route. */
  readonly requirements?: RouteRequirements | undefined
  /** The scopes that its calls take from an API token; none where no token gets in. */
  readonly scopes?: readonly string[]
  /** The challenge of its 401; a session when left out. */
  readonly challenge?: string
  /** The limit class of its calls; undefined for the host's own, which are not counted. */
  readonly rateLimit?: RateClass | undefined
  /** Whether it takes an `Idempotency-Key`. */
  readonly isIdempotent?: boolean | undefined
  /** How large a request body it takes; undefined for the host's own limits. */
  readonly bodyLimits?: BodyLimits | undefined
  /** Its definition, where it is a typed endpoint. */
  readonly endpoint?: Endpoint | undefined
  /** Its own description, for a route that isn't an endpoint. */
  readonly operation?: RouteDescription | undefined
  /** Since when it is deprecated, and its replacement. */
  readonly deprecated?: RouteDeprecation | undefined
  /** Its part of public pages, which a domain of the workspace answers too; undefined for any other route. */
  readonly publicPart?: PublicRoute['publicPart']
  /** Whether it answers even when the host is behind with its work. */
  readonly isVital?: boolean
  readonly answer: Middleware
  /** Answers calls from inside of the build; undefined where none are taken. */
  readonly inside?: InternalPipeline | undefined
}

/** A handler of any audience: one made by a guard takes the public scope too and derives its own. */
export type AnyHandler = ((scope: PublicScope) => MaybePromise<Response>) & {
  readonly audience?: Audience | undefined
  readonly requirements?: RouteRequirements | undefined
  readonly isIdempotent?: boolean | undefined
}
