import type { Queries } from '@host/plugin'
import { emailBounced, emailComplained, emailDelivered, emailFailed } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'

/** News of a recipient that arrived after the message was sent. */
export interface LaterOutcome {
  readonly recipientId: string
  readonly state: 'delivered' | 'refused' | 'bounced' | 'complained'
  /** The reply that was reported, or the reason in its place. */
  readonly reply: string
}

/**
 * Records the outcome of a recipient and publishes its event, as a part of a transaction. The same news twice is recorded
 * once. @returns whether it was news
 */
export async function recordOutcome(
  { events, clock }: Pick<Parts, 'events' | 'clock'>,
  tx: Queries<Tables>,
  { recipientId, state, reply: given }: LaterOutcome,
): Promise<boolean> {
  const reply = cutText(given, 1_000)
  const row = await tx
    .updateTable('mail_recipients')
    .set({ state, reply, next_at: null, settled_at: new Date(clock()).toISOString() })
    .where('id', '=', recipientId)
    .where('state', '!=', state)
    .returning(['org_id', 'outgoing_id', 'address'])
    .executeTakeFirst()
  if (row === undefined) return false
  const data = { outgoingId: row.outgoing_id, recipientId, address: row.address, reply }
  if (state === 'refused') await events.publish(emailFailed, row.org_id, { ...data, state })
  else await events.publish(plainEvents[state], row.org_id, data)
  return true
}

const plainEvents = { delivered: emailDelivered, bounced: emailBounced, complained: emailComplained } as const
