/**
 * The wrapper that plugins get (spec §4.16 to §4.19). It stands outside the guard and asks it first: a refused caller
 * learns nothing of the store, and a known key looks to them like an unknown one. A handler that no guard wraps is for
 * members only as soon as a key comes with the request: its entry belongs to a workspace.
 */
import {
  Problem,
  type GuardedHandler,
  type IdempotencyService,
  type MaybePromise,
  type RequestScope,
} from '@host/plugin'
import { isMemberScope, MemberScope } from '../request/request-scope.ts'
import type { Transactor } from '../database/transactor.ts'
import { andThen } from '../request/and-then.ts'
import { stateOf, type RequestState } from '../request/request-state.ts'
import type { IdempotentRuns } from './idempotent-runs.ts'
import { keyHolder } from './key-holder.ts'
import { hasKey } from './key-header.ts'
import type { KeyedCall } from './keyed-call.ts'

type Scope = RequestScope | MemberScope
type Run = ((scope: Scope) => MaybePromise<Response>) & {
  /** Work before the handler of an atomic one: see `KeyedCall`. */
  readonly prepare?: ((scope: Scope) => Promise<AsyncDisposable>) | undefined
}
type Keyable = Run & {
  readonly run?: Run
  readonly authorize?: (request: Request) => MaybePromise<Scope>
}

/** Makes handlers idempotent by storing their answers. */
export function idempotencyService(runs: Pick<IdempotentRuns, 'answer'>): IdempotencyService {
  return (next, { atomic = false, keepsAnswer = true } = {}) => {
    requireHandler(next)
    const { audience, authorize } = next
    const run: Run = next.run ?? next
    const { prepare } = run
    const isInWorkspace = audience !== 'user' && audience !== 'instance'
    if (atomic && (authorize === undefined || !isInWorkspace)) {
      throw new TypeError('only a handler wrapped in ctx.guard can be atomic')
    }
    const handle = (scope: Scope): MaybePromise<Response> => {
      if (!hasKey(scope.request)) return run(scope)
      const state = requireState(scope.request)
      const runOn = atomic ? runnerOf(scope) : undefined
      return runs.answer({
        ...keyHolder(state.caller, audience),
        state,
        keepsAnswer,
        runOn,
        prepare: prepare && (async () => await prepare(scope)),
        run: () => run(scope),
      })
    }
    const wrapped = (scope: RequestScope): MaybePromise<Response> => {
      if (!hasKey(scope.request)) return next(scope)
      return authorize === undefined ? handle(scope) : andThen(authorize(scope.request), handle)
    }
    return Object.freeze(Object.assign(wrapped, next, { run: handle, isIdempotent: true }))
  }
}

/** A handler takes the scope that its own `authorize` gives, or that of its route. @throws TypeError */
function requireHandler(next: GuardedHandler): asserts next is GuardedHandler & Keyable {
  if (typeof next !== 'function') throw new TypeError('the handler must be a function')
}

function runnerOf(scope: Scope): NonNullable<KeyedCall['runOn']> {
  if (isMemberScope(scope)) return (on: Transactor) => MemberScope.runOn(scope, on)
  throw new TypeError('an atomic handler needs the scope of ctx.guard')
}

function requireState(request: Request): RequestState {
  const state = stateOf(request)
  if (state === undefined) throw new Problem('unauthenticated')
  return state
}
