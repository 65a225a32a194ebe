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
  readonly incoming: Incoming
}

/**
 * Queues received emails for the addresses that their mailboxes forward to, as a part of the transaction that stores them.
 * The envelope has the mailbox as its sender, so that bounces come here. The message keeps its bytes, and so its signatures.
 * Spam, mail that failed DMARC and mail that goes in circles are not forwarded.
 */
export async function forwardEmails(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  emails: readonly ForwardedEmail[],
): Promise<void> {
  const trusted = emails.filter(({ folder, incoming }) => {
    return folder !== 'spam' && incoming.checks?.dmarc.result !== 'fail'
  })
  const forwards = await forwardsOf(tx, [...new Set(trusted.map(({ mailboxId }) => mailboxId))])
  for (const email of trusted) {
    const own = forwards.filter(({ mailbox_id: mailboxId }) => mailboxId === email.mailboxId)
    const chosen = own.filter(({ id, takes_all: takesAll }) => takesAll || email.forwardIds.includes(id))
    if (chosen.length === 0 || isLooping(email.incoming.bytes, email.mailboxId)) continue
    await forwardTo(parts, tx, { email, addresses: chosen.map(({ address }) => address) })
  }
}

async function forwardTo(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { email, addresses }: { readonly email: ForwardedEmail; readonly addresses: readonly string[] },
): Promise<void> {
  const { orgId, mailboxId, emailId, messageId } = email
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

/** The confirmed addresses that mailboxes forward to. */
async function forwardsOf(tx: Queries<Tables>, mailboxIds: readonly string[]) {
  if (mailboxIds.length === 0) return []
  return await tx
    .selectFrom('mail_forwards')
    .select(['id', 'mailbox_id', 'address', 'takes_all'])
    .where('mailbox_id', 'in', [...mailboxIds])
    .where('confirmed_at', 'is not', null)
    .execute()
}
