/**
 * The wrapper that plugins get (spec §4.16 to §4.19). It stands outside the guard and asks it first: a refused caller
 * learns nothing of the store, and a known key looks to them like an unknown one. A handler that no guard wraps is for
 * members only as soon as a key comes with the request: its entry belongs to a workspace.
 */
import { Problem, type Guarded, type IdempotencyService, type MaybePromise, type RequestScope } from '@host/plugin'
import { MemberScope } from '../request/request-scope.ts'
import type { Transactor } from '../database/transactor.ts'
import { andThen } from '../request/and-then.ts'
import { stateOf, type RequestState } from '../request/request-state.ts'
import type { IdempotentRuns } from './idempotent-runs.ts'
import { keyHolder } from './key-holder.ts'
import { hasKey } from './key-header.ts'
import type { KeyedCall } from './keyed-call.ts'

type Scope = RequestScope | MemberScope
type Run = ((scope: never) => MaybePromise<Response>) & {
  /** Work before the handler of an atomic one: see `KeyedCall`. */
  readonly prepare?: ((scope: never) => Promise<AsyncDisposable>) | undefined
}
type Handler = Run &
  Partial<Pick<Guarded, 'authorize'>> & {
    readonly run?: Run
    readonly audience?: Guarded['audience'] | 'user' | 'instance'
  }

/** Makes handlers idempotent by storing their answers. */
export function idempotencyService(runs: Pick<IdempotentRuns, 'answer'>): IdempotencyService {
  const wrap = (next: Handler, { atomic = false, keepsAnswer = true } = {}): Handler => {
    if (typeof next !== 'function') throw new TypeError('the handler must be a function')
    const { audience, authorize } = next
    const run: Run = next.run ?? next
    const { prepare } = run
    const isInWorkspace = audience !== 'user' && audience !== 'instance'
    if (atomic && (authorize === undefined || !isInWorkspace)) {
      throw new TypeError('only a handler wrapped in ctx.guard can be atomic')
    }
    const handle = (scope: Scope): MaybePromise<Response> => {
      if (!hasKey(scope.request)) return run(scope as never)
      const state = requireState(scope.request)
      const runOn = atomic ? runnerOf(scope) : undefined
      return runs.answer({
        ...keyHolder(state.caller, audience),
        state,
        keepsAnswer,
        runOn,
        prepare: prepare && (async () => await prepare(scope as never)),
        run: () => run(scope as never),
      })
    }
    const wrapped = (scope: RequestScope): MaybePromise<Response> => {
      if (!hasKey(scope.request)) return next(scope as never)
      return authorize === undefined ? handle(scope) : andThen(authorize(scope.request), handle)
    }
    return Object.freeze(Object.assign(wrapped, next, { run: handle, isIdempotent: true }))
  }
  return wrap as unknown as IdempotencyService
}

function runnerOf(scope: Scope): NonNullable<KeyedCall['runOn']> {
  if (scope instanceof MemberScope) return (on: Transactor) => MemberScope.runOn(scope, on)
  throw new TypeError('an atomic handler needs the scope of ctx.guard')
}

function requireState(request: Request): RequestState {
  const state = stateOf(request)
  if (state === undefined) throw new Problem('unauthenticated')
  return state
}
