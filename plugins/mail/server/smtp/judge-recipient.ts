import type { SmtpVerdict } from '@host/email'
import { readBounceAddress } from '../bounces/bounce-address.ts'
import type { Parts } from '../parts.ts'
import { findMailboxes } from '../receive/find-mailboxes.ts'
import { readAddress } from '../receive/read-address.ts'
import { findProof } from '../senders/receive-proof.ts'
import { replies } from './replies.ts'

/** Whether a message to an address is received. A rejection is answered with 451: the database is away. */
export async function judgeRecipient(parts: Parts, address: string): Promise<SmtpVerdict> {
  const mailbox = (await findMailboxes(parts, [address])).get(address)
  if (mailbox !== undefined) return (await parts.storage.isFull(mailbox.orgId)) ? replies.noRoom : 'accepted'
  if ((await readBounceAddress(parts, address)) !== undefined) return 'accepted'
  if ((await findProof(parts, address)) !== undefined) return 'accepted'
  const read = readAddress(address)
  if (read === undefined) return replies.unknown
  const owner = await parts.edge.ownerOf(read.domain)
  if (owner === undefined) return replies.noRelay
  return (await parts.features.isEnabled(owner, parts.ctx.name)) ? replies.unknown : replies.off
}
