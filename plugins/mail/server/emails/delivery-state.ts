import type { DeliveryState, OutgoingState, RecipientState } from '../../shared.ts'
import { statesOf } from '../queue/outgoing-rows.ts'

/** How many recipients are in a state. */
export interface StateCount {
  readonly state: RecipientState
  readonly count: number
}

/** The state of a message, in which the recipient that needs attention most decides. */
export function deliveryState(stage: OutgoingState, counts: readonly StateCount[]): DeliveryState {
  const has = (...states: readonly RecipientState[]): boolean => counts.some(({ state }) => states.includes(state))
  if (stage === 'scheduled' || stage === 'canceled') return stage
  if (has('unknown')) return 'unknown'
  if (has(...statesOf.failed)) return has('delivered', ...statesOf.waiting) ? 'partial' : 'failed'
  if (has('deferred')) return 'deferred'
  if (has('waiting')) return 'sending'
  return has('delivered') ? 'delivered' : 'canceled'
}
