import type { ConfinedSessions, FactorProof, SessionRequirement } from './endpoint.ts'
import type { RequestScope, UserScope, WorkspaceScope } from './scope.ts'
import type { Role } from './roles.ts'

/** A value or the promise of it; middleware that have nothing to wait for do not wait. */
export type MaybePromise<Value> = Value | Promise<Value>

/** A function from a scope of the host to an answer. */
export type Handler<Scope> = (scope: Scope) => MaybePromise<Response>

/** Callers that a route accepts; every route has exactly one audience. */
export type Audience = 'public' | 'user' | Role | 'instance'

/** A handler that no guard wraps yet: `guard(guard(h))` and a guard around idempotency do not compile. */
export type Unguarded<Scope> = Handler<Scope> & { readonly authorize?: undefined; readonly audience?: undefined }

/**
 * A handler behind `ctx.guard`. It can be mounted as it is, or taken apart by a wrapper that must know the caller
 * before it does anything: authorize once, then run with the scope that authorizing gave.
 */
export interface Guarded<Params = unknown> {
  (scope: RequestScope<Params>): MaybePromise<Response>
  readonly audience: Role
  /** The guard's requirements, as the host publishes them; a wrapper passes them on. */
  readonly requirements?: RouteRequirements
  /** @throws Problem 401, 402 or 403 */
  authorize(request: Request): MaybePromise<WorkspaceScope<object, Params>>
  run(scope: WorkspaceScope<object, Params>): MaybePromise<Response>
}

/** A handler behind `UserGuard` or `InstanceGuard`; outside the feature gate. It can be taken apart as `Guarded` can. */
export interface Admitted<Params = unknown> {
  (scope: RequestScope<Params>): MaybePromise<Response>
  readonly audience: 'user' | 'instance'
  /** The guard's requirements, as the host publishes them; a wrapper passes them on. */
  readonly requirements?: RouteRequirements
  /** @throws Problem 401 or 403 */
  authorize(request: Request): MaybePromise<UserScope<Params>>
  run(scope: UserScope<Params>): MaybePromise<Response>
}

/** Requirements of a route on its caller beyond the audience. */
export interface RouteRequirements {
  readonly session: SessionRequirement
  /** Only for the audience `user`: see `EndpointOptions`. */
  readonly factor?: FactorProof | undefined
  /** Only for the audience `user`. */
  readonly confined?: ConfinedSessions | undefined
  /** Whether a session needs a proof of at most 15 minutes: `recent`, and a route that reveals a secret. */
  readonly proof?: boolean | undefined
  /** Whether it takes the token of an agent; when undefined the method decides: reading only. */
  readonly agents?: boolean | undefined
  readonly permission?: string | undefined
  readonly tier?: string | undefined
  /** Whether it passes in a suspended workspace, whatever its method. */
  readonly readsOnly?: boolean | undefined
  /** Whether it takes a caller by support access: see `EndpointOptions`. @since 1.2.0 */
  readonly support?: boolean | undefined
}

/** Requirements of a guard beyond a valid session in a workspace. */
export interface GuardOptions {
  /** 403 below this role. `member` when left out. */
  readonly role?: Role
  /** A permission that the plugin declares; 403 without it. */
  readonly permission?: string
  /** 402 when the workspace's plan has not this tier. */
  readonly tier?: string
  /** The call's requirement on the session behind it, `any` when left out: see `EndpointOptions`. */
  readonly session?: SessionRequirement
  /** The answer reveals a secret: a session needs a proof of at most 15 minutes, see `EndpointOptions`. */
  readonly revealsSecret?: boolean
  /** Whether the token of an agent is taken: see `EndpointOptions`. */
  readonly agents?: boolean
  /** It changes nothing in the workspace, whatever its method, so it passes in a suspended one. @since 1.1.0 */
  readonly readsOnly?: boolean
  /** `false` refuses support access: see `EndpointOptions`. @since 1.2.0 */
  readonly support?: boolean
}
