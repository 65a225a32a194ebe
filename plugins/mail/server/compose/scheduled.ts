import { listOf, type EndpointInput, type ListPage } from '@host/plugin'
import { mailLimits, type listScheduled, type ScheduledEmail } from '../../shared.ts'
import { readableMailboxes, requireReadable } from '../mailboxes/access.ts'
import type { Writer } from './senders.ts'

/** Emails of the caller's mailboxes that wait for their time, the next first. */
export async function scheduledPage(
  { db, userId }: Writer,
  input: EndpointInput<typeof listScheduled>,
): Promise<ListPage<ScheduledEmail>> {
  if (input.mailboxId !== undefined) await requireReadable(db, userId, input.mailboxId)
  const waiting = db
    .selectFrom('mail_outgoing')
    .innerJoin('mail_emails', 'mail_emails.message_id', 'mail_outgoing.message_id')
    .innerJoin('mail_messages', 'mail_messages.id', 'mail_outgoing.message_id')
    .select([
      'mail_outgoing.id',
      'mail_outgoing.send_at',
      'mail_emails.id as email_id',
      'mail_emails.mailbox_id',
      'mail_messages.subject',
      'mail_messages.recipients',
    ])
    .where('mail_outgoing.state', '=', 'scheduled')
    .where('mail_emails.direction', '=', 'out')
    .where('mail_emails.mailbox_id', 'in', readableMailboxes(db, userId))
  return await listOf({ db, input }, waiting, {
    id: 'mail_outgoing.id',
    usual: 'sendAt',
    sort: { sendAt: 'mail_outgoing.send_at' },
    filter: { mailboxId: 'mail_emails.mailbox_id' },
    item: (row) => ({
      emailId: row.email_id,
      mailboxId: row.mailbox_id,
      subject: row.subject,
      to: row.recipients.slice(0, mailLimits.listedAddresses),
      sendAt: row.send_at,
    }),
  })
}
