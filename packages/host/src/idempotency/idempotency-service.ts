/**
 * The wrapper that plugins get (spec §4.16 to §4.19). It stands outside the guard and asks it first: whoever is refused
 * learns nothing of the store, and a key that is known looks to them like one that is not. A handler that no guard wraps
 * is asked for by members only as soon as a key comes with the request: what is kept belongs to a workspace.
 */
import { Problem, type Guarded, type IdempotencyService, type MaybePromise, type RequestScope } from '@host/plugin'
import { MemberScope } from '../context/request-scope.ts'
import type { Transactor } from '../db/transactor.ts'
import { andThen } from '../middleware/and-then.ts'
import { requireMember } from '../middleware/guard.ts'
import { stateOf, type RequestState } from '../middleware/request-state.ts'
import type { IdempotentRuns } from './idempotent-runs.ts'
import { hasKey } from './key-header.ts'
import type { KeyedCall } from './keyed-call.ts'

type Scope = RequestScope | MemberScope
type Run = (scope: never) => MaybePromise<Response>
type Handler = Run & Partial<Pick<Guarded, 'audience' | 'authorize' | 'run'>>

/** Makes handlers idempotent by what remembers their answers. */
export function idempotencyService(runs: Pick<IdempotentRuns, 'answer'>): IdempotencyService {
  const wrap = (next: Handler, { atomic = false, keepsAnswer = true } = {}): Handler => {
    if (typeof next !== 'function') throw new TypeError('a handler is a function')
    const { authorize, run = next } = next
    // What it answers hangs on more than a role in the workspace, which is all that a replay asks for.
    if (next.audience !== undefined && authorize === undefined) {
      throw new TypeError('a handler behind UserGuard or InstanceGuard can not be idempotent; use ctx.guard')
    }
    if (atomic && authorize === undefined) throw new TypeError('only a handler behind ctx.guard can be atomic')
    const handle = (scope: Scope): MaybePromise<Response> =>
      hasKey(scope.request) ? runs.answer({ ...keyedCall(scope, run, atomic), keepsAnswer }) : run(scope as never)
    const wrapped = (scope: RequestScope): MaybePromise<Response> => {
      if (!hasKey(scope.request)) return next(scope as never)
      return authorize === undefined ? handle(scope) : andThen(authorize(scope.request), handle)
    }
    return Object.freeze(Object.assign(wrapped, next, { run: handle, isIdempotent: true }))
  }
  return wrap as unknown as IdempotencyService
}

function keyedCall(scope: Scope, run: Run, isAtomic: boolean): Omit<KeyedCall, 'keepsAnswer'> {
  const state = requireState(scope.request)
  const { orgId, userId, role, scopes } = requireMember(state.caller, 'member')
  return {
    state,
    orgId,
    userId,
    rights: { role, scopes },
    runOn: isAtomic ? runnerOf(scope) : undefined,
    run: () => run(scope as never),
  }
}

function runnerOf(scope: Scope): (on: Transactor) => void {
  if (scope instanceof MemberScope) return (on) => MemberScope.runOn(scope, on)
  throw new TypeError('an atomic handler gets the scope of ctx.guard')
}

function requireState(request: Request): RequestState {
  const state = stateOf(request)
  if (state === undefined) throw new Problem('unauthenticated')
  return state
}
