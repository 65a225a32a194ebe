import type { Queries } from '@host/plugin'
import type { RecipientKind } from '../../shared.ts'
import { recipientsText } from '../compose/recipients-text.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { domainOf, laneOf } from './domains.ts'
import { sendJob } from './send-job.ts'

export interface OutgoingRecipient {
  readonly address: string
  readonly kind: RecipientKind
}

/** A stored message that is to be sent. */
export interface QueuedMessage {
  readonly orgId: string
  readonly messageId: string
  /** The mailbox in whose name it is sent; its members see the log. */
  readonly mailboxId: string | null
  readonly envelopeFrom: string
  readonly recipients: readonly OutgoingRecipient[]
  /** ISO 8601; the window for undo is a part of it. */
  readonly sendAt: string
  /** Who is told of a delay or failure. */
  readonly createdBy?: string | null
  /** Lines before the stored bytes, such as trace headers; each ends with a line break. */
  readonly prefix?: string
}

/** Queues a stored message as a part of a transaction. @returns the id of its `mail_outgoing` */
export async function queueMessage(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { messageId, mailboxId, envelopeFrom, createdBy = null, prefix = '', ...rest }: QueuedMessage,
): Promise<string> {
  const message = await tx
    .selectFrom('mail_messages')
    .select(['sender', 'subject'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('mail_outgoing')
    .values({
      message_id: messageId,
      mailbox_id: mailboxId,
      prefix,
      envelope_from: envelopeFrom,
      from_address: message.sender?.address ?? envelopeFrom,
      recipients_text: recipientsText(rest.recipients.map(({ address }) => address)),
      subject: message.subject,
      state: 'scheduled',
      send_at: rest.sendAt,
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueRecipients(parts, tx, { outgoingId: id, ...rest })
  return id
}

export interface QueuedRecipients extends Pick<QueuedMessage, 'orgId' | 'recipients' | 'sendAt'> {
  readonly outgoingId: string
}

/** Adds recipients, each address once, with a job for each of their domains. */
export async function queueRecipients(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, outgoingId, recipients, sendAt }: QueuedRecipients,
): Promise<void> {
  const delay = Math.max(0, Date.parse(sendAt) - clock())
  const once = [
    ...new Map(recipients.toReversed().map((one) => [one.address.toLowerCase(), one])).values(),
  ].toReversed()
  for (const [domain, all] of Map.groupBy(once, ({ address }) => domainOf(address))) {
    const jobId = await jobs.enqueue(orgId, sendJob, { outgoingId, domain }, { delay, lane: laneOf(domain) })
    const common = { outgoing_id: outgoingId, domain, state: 'waiting', next_at: sendAt, job_id: jobId } as const
    await tx
      .insertInto('mail_recipients')
      .values(all.map(({ address, kind }) => ({ ...common, address, kind })))
      .execute()
  }
}

/**
 * Takes back a message of which nothing was sent, as a part of a transaction.
 * @returns false when sending had begun, or the message is unknown
 */
export async function cancelOutgoing(
  { clock }: Pick<Parts, 'clock'>,
  tx: Queries<Tables>,
  id: string,
): Promise<boolean> {
  const now = new Date(clock()).toISOString()
  const taken = await tx
    .updateTable('mail_outgoing')
    .set({ state: 'canceled', ended_at: now, body: null })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) return false
  await tx
    .updateTable('mail_recipients')
    .set({ state: 'canceled', next_at: null, job_id: null, settled_at: now })
    .where('outgoing_id', '=', id)
    .execute()
  return true
}
