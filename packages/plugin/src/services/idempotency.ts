import type { Admitted, Guarded, MaybePromise } from '../handler.ts'
import type { RequestScope } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** How a wrapped handler is made idempotent. */
export interface IdempotencyOptions {
  /**
   * The handler's `scope.db` is one transaction that also stores the answer, so that over a crash its effects in the
   * database exist once or not at all. An error of the handler, and an answer of 5xx or 429, rolls them back. The
   * limits of a transaction apply: 5 seconds, on SQLite no other writer meanwhile, and no other database inside. Only
   * behind `ctx.guard`.
   */
  readonly atomic?: boolean
  /**
   * `false` for an answer with a secret that is shown once: only its status is stored, and a repeat gets 409
   * `idempotency_not_kept`. A refusal that the handler throws is stored as usual.
   */
  readonly keepsAnswer?: boolean
}

/** A handler behind any of the guards, whatever its wildcards. */
export interface GuardedHandler {
  (scope: never): MaybePromise<Response>
  readonly audience: (Guarded | Admitted)['audience']
  authorize(request: Request): MaybePromise<RequestScope>
  run(scope: never): MaybePromise<Response>
}

/**
 * Wraps a guarded handler so that a repeated `Idempotency-Key` gets the first answer (spec §3, §4). It stands outside the
 * guard and asks it to authorize first; a request without the header goes straight to the handler.
 *
 * The promise: an answer that was sent was stored before, and a key with a stored answer never runs again, for 24 hours.
 * A request that was not answered may run again: after a failure at once, after the death of its process when its lease
 * ends. So without `atomic` the effects of an unanswered request happen at least once, with `atomic` exactly once.
 *
 * A key belongs to the workspace behind `ctx.guard`, to the user behind `UserGuard`, and to the instance behind
 * `InstanceGuard`; an answer is shown again only to a caller with no fewer rights.
 *
 * A handler with a key is not cancelled when its client leaves or its answer is late: the repeat finds the answer.
 */
export type IdempotencyService = <Handler extends GuardedHandler>(
  next: Handler,
  options?: IdempotencyOptions,
) => Handler

/**
 * The idempotency service. Typed endpoints that change something and are not public are wrapped without asking, unless
 * they say `takesKey: false`.
 *
 * Audience: authors.
 * @example const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
 */
export const Idempotency = serviceToken<IdempotencyService>('core.idempotency')
