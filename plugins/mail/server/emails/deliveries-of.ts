import type { ReadQueries } from '@host/plugin'
import type { EmailDelivery } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { deliveryState } from './delivery-state.ts'

/** A sent email of a mailbox, as far as its delivery is looked up by it. */
type Sent = Readonly<Record<'message_id' | 'mailbox_id' | 'direction', string>>

/**
 * Deliveries of sent emails, by the ID of the message: of a message queued again, as for another time, the latest. One
 * query for all.
 */
export async function deliveriesOf(
  db: ReadQueries<Tables>,
  emails: readonly Sent[],
): Promise<ReadonlyMap<string, EmailDelivery>> {
  const sent = emails.filter(({ direction }) => direction === 'out')
  if (sent.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail_outgoing as o')
    .innerJoin('mail_recipients as r', 'r.outgoing_id', 'o.id')
    .select((of) => [
      'o.id',
      'o.message_id',
      'o.mailbox_id',
      'o.state as stage',
      'r.state',
      of.fn.countAll<number>().as('count'),
    ])
    .where(
      'o.message_id',
      'in',
      sent.map(({ message_id: id }) => id),
    )
    .groupBy(['o.id', 'o.message_id', 'o.mailbox_id', 'o.state', 'r.state'])
    .execute()
  return new Map(
    sent.flatMap(({ message_id: messageId, mailbox_id: mailboxId }) => {
      const own = rows.filter((row) => row.message_id === messageId && row.mailbox_id === mailboxId)
      const latest = own
        .map(({ id }) => id)
        .toSorted()
        .at(-1)
      const counts = own.filter(({ id }) => id === latest)
      const [first] = counts
      if (first === undefined) return []
      return [[messageId, { outgoingId: first.id, state: deliveryState(first.stage, counts) }] as const]
    }),
  )
}
