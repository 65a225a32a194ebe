import { domainToASCII } from 'node:url'
import type { Queries } from '@host/plugin'
import type { Folder } from '../../shared.ts'
import { domainOf } from '../mailboxes/mailbox-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { queueMessage } from '../queue/queue-message.ts'
import type { Incoming } from '../receive/incoming.ts'
import { isLooping, traceHeaders } from './trace-headers.ts'

export interface ForwardedEmail {
  readonly orgId: string
  readonly mailboxId: string
  readonly emailId: string
  readonly messageId: string
  readonly folder: Folder
  /** Addresses that rules chose. */
  readonly forwardIds: readonly string[]
}

/**
 * Queues a received email for the addresses that its mailbox forwards to, as a part of the transaction that stores it. The
 * envelope has the mailbox as its sender, so that bounces come here. The message keeps its bytes, and so its signatures.
 * Spam, mail that failed DMARC and mail that goes in circles are not forwarded.
 */
export async function forwardEmail(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { email, incoming }: { readonly email: ForwardedEmail; readonly incoming: Incoming },
): Promise<void> {
  const { orgId, mailboxId, emailId, messageId } = email
  if (email.folder === 'spam' || incoming.checks?.dmarc.result === 'fail') return
  const addresses = await chosenAddresses(tx, email)
  if (addresses.length === 0 || isLooping(incoming.bytes, mailboxId)) return
  const mailbox = tx.selectFrom('mail_mailboxes').select('address').where('id', '=', mailboxId)
  const { address } = await mailbox.executeTakeFirstOrThrow()
  const domain = domainToASCII(domainOf(address)) || domainOf(address)
  const now = parts.clock()
  await queueMessage(parts, tx, {
    orgId,
    messageId,
    mailboxId,
    envelopeFrom: `${address.slice(0, address.lastIndexOf('@'))}@${domain}`,
    recipients: addresses.map((each) => ({ address: each, kind: 'to' })),
    sendAt: new Date(now).toISOString(),
    prefix: traceHeaders({ mailboxId, domain, emailId, at: now }),
  })
}

async function chosenAddresses(
  tx: Queries<Tables>,
  { mailboxId, forwardIds }: Pick<ForwardedEmail, 'mailboxId' | 'forwardIds'>,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('mail_forwards')
    .select(['id', 'address', 'takes_all'])
    .where('mailbox_id', '=', mailboxId)
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.filter(({ id, takes_all: takesAll }) => takesAll || forwardIds.includes(id)).map(({ address }) => address)
}
