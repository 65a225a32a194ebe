import type { Queries } from '@host/plugin'
import type { EmailAddress, SentEmail } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { queueMessage } from '../queue/queue-message.ts'
import { storeSent, type PreparedMessage } from './store-sent.ts'

export interface OutgoingEmail {
  readonly orgId: string
  readonly userId: string
  readonly mailboxId: string
  readonly from: string
  readonly prepared: PreparedMessage
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly bcc: readonly EmailAddress[]
  readonly sendAt: string
}

/** Stores a prepared email and queues it, as a part of a transaction. */
export async function storeOutgoing(
  parts: Pick<Parts, 'blobs' | 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, userId, mailboxId, from, prepared, sendAt, ...email }: OutgoingEmail,
): Promise<SentEmail> {
  const stored = await storeSent(parts, tx, {
    orgId,
    prepared,
    mailboxId,
    envelopeFrom: from,
    sentAt: sendAt,
    bcc: email.bcc,
  })
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((kind) =>
    email[kind].map(({ address }) => ({ address, kind })),
  )
  const { messageId } = stored
  const message = { orgId, messageId, mailboxId, envelopeFrom: from, recipients, sendAt, createdBy: userId }
  const outgoingId = await queueMessage(parts, tx, message)
  if (stored.emailId === null) throw new Error('The email of a mailbox was not stored.')
  return { emailId: stored.emailId, outgoingId, sendAt }
}
