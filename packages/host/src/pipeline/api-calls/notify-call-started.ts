import type { Endpoint, MaybePromise } from '@host/plugin'
import { isMutating } from '../../request/is-mutating.ts'
import { stateOf } from '../../request/request-state.ts'

/**
 * Notifies the maker of an internal call, and waits for the acknowledgment, before `next` runs. A call from outside
 * passes at once.
 */
export function notifyCallStarted<Call extends { readonly request: Request }, Answer>(
  next: (call: Call) => MaybePromise<Answer>,
): (call: Call) => MaybePromise<Answer> {
  return (call) => {
    const begin = stateOf(call.request)?.caller?.agent?.onBegin
    return begin === undefined ? next(call) : begin().then(() => next(call))
  }
}

/**
 * Whether the start of an internal call is recorded right before the handler. An atomic one can't wait in its own
 * transaction for a write outside of it, so its start is recorded earlier, as for a read, since neither leaves anything
 * when it fails.
 */
export function notifiesBeforeHandler(endpoint: Endpoint | undefined): boolean {
  return endpoint !== undefined && isMutating(endpoint) && endpoint.atomic !== true
}
