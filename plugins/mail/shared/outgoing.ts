/** A message waits for its time, is being sent, has a result for every recipient, or was taken back. */
export const outgoingStates = ['scheduled', 'sending', 'done', 'canceled'] as const

/**
 * `waiting` has had no attempt, `deferred` has one behind it and waits for the next. `unknown`: the connection was lost when the
 * server may have had the message; it is never sent again without asking.
 */
export const recipientStates = [
  'waiting',
  'delivered',
  'deferred',
  'refused',
  'unknown',
  'suppressed',
  'canceled',
  'bounced',
  'complained',
] as const

export const recipientKinds = ['to', 'cc', 'bcc'] as const

export type OutgoingState = (typeof outgoingStates)[number]
export type RecipientState = (typeof recipientStates)[number]
export type RecipientKind = (typeof recipientKinds)[number]
