import type { MaybePromise } from '@host/plugin'
import { stateOf } from '../middleware/request-state.ts'

/**
 * Tells whoever has made a call inside, and waits until they have taken note, before what follows. A call from outside
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
