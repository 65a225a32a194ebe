import type { BadgeTone } from '@host/plugin-sdk'
import type { DeliveryState, RecipientState } from '../shared.ts'

/** One tone for a state, for an email in a list and for each of its recipients. */
export const deliveryTones = {
  scheduled: 'neutral',
  sending: 'neutral',
  waiting: 'neutral',
  deferred: 'warning',
  delivered: 'positive',
  partial: 'danger',
  failed: 'danger',
  refused: 'danger',
  suppressed: 'danger',
  bounced: 'danger',
  complained: 'danger',
  unknown: 'warning',
  canceled: 'neutral',
} as const satisfies Readonly<Record<DeliveryState | RecipientState, BadgeTone>>
