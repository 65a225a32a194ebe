import type { MaybePromise } from '@host/plugin'
import { stateOf } from '../../request/request-state.ts'

/**
 * Notifies the maker of an internal call, and waits for the acknowledgment, before `next` runs. A call from outside
 * passes at once.
 */
export function notifyCallStarted<Scope extends { readonly request: Request }, Answer>(
  next: (scope: Scope) => MaybePromise<Answer>,
): (scope: Scope) => MaybePromise<Answer> {
  return (scope) => {
    const begin = stateOf(scope.request)?.caller?.agent?.onBegin
    return begin === undefined ? next(scope) : begin().then(() => next(scope))
  }
}
