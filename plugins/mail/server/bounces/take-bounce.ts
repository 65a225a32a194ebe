import { readBounce, readComplaint, type ParsedMessage } from '@host/email'
import type { Parts } from '../parts.ts'
import { recordFailure, type LaterFailure } from './record-failure.ts'
import { namedIn, sentTogether, type SentRecipient, type SentTogether } from './sent-together.ts'
import { deliveryPaths } from '../queue/delivery-paths.ts'

type Taking = Pick<Parts, 'ctx' | 'events' | 'clock' | 'live'>

/** A message that came to the bounce address of a recipient, or that names it. */
export interface BounceMessage {
  readonly recipientId: string
  /** Only a recipient of this workspace; any when left out. */
  readonly orgId?: string | undefined
  readonly bytes: Uint8Array
  readonly parsed: ParsedMessage
}

/**
 * Takes a bounce or complaint at a signed address. Where several recipients had the message in one transaction, the report
 * says which of them it is about; one that names none of them changes nothing, as do a delay, an automatic reply and
 * any other message.
 * @returns the workspace of the recipient; undefined for one that is not known any more
 */
export async function takeBounce(parts: Taking, message: BounceMessage): Promise<string | undefined> {
  const together = await sentTogether(parts, message)
  if (together === undefined) return undefined
  const { orgId, messageId } = together
  const failures = concerned(together, failuresOf(message))
  if (failures.length === 0) return orgId
  const db = parts.ctx.db.inWorkspace(orgId, 'record a bounce of a message that was sent')
  await db.transaction(async (tx) => {
    for (const failure of failures) await recordFailure(parts, tx, { orgId, messageId, ...failure })
  })
  parts.live.changed(orgId, [...deliveryPaths, '/api/x/mail/suppressions'])
  return orgId
}

/** A failure as a report states it. */
interface StatedFailure extends Pick<LaterFailure, 'kind' | 'reply'> {
  /** An untrusted address, or an empty text. */
  readonly address: string
}

/** Each recipient once, in one order for all transactions. A message that one recipient had needs no address in the report. */
function concerned(
  { all, named }: SentTogether,
  stated: readonly StatedFailure[],
): readonly (SentRecipient & Pick<LaterFailure, 'kind' | 'reply'>)[] {
  const [first] = stated
  if (first === undefined) return []
  if (all.length === 1) return [{ ...named, kind: first.kind, reply: first.reply }]
  const found = new Map<string, SentRecipient & Pick<LaterFailure, 'kind' | 'reply'>>()
  for (const { address, kind, reply } of stated) {
    const recipient = namedIn({ all }, address)
    if (recipient !== undefined && !found.has(recipient.recipientId)) {
      found.set(recipient.recipientId, { ...recipient, kind, reply })
    }
  }
  return [...found.values()].toSorted((one, other) => (one.recipientId < other.recipientId ? -1 : 1))
}

/** Complaints that are about something else than unwanted mail. */
const otherFeedback = new Set(['not-spam', 'auth-failure'])

function failuresOf({ bytes, parsed }: BounceMessage): readonly StatedFailure[] {
  const complaint = readComplaint(parsed)
  if (complaint !== undefined) {
    if (otherFeedback.has(complaint.type)) return []
    const addresses = complaint.recipients.length === 0 ? [''] : complaint.recipients
    return addresses.map((address) => ({ address, kind: 'complaint', reply: complaint.type }))
  }
  const bounce = readBounce(parsed, bytes)
  return bounce.kind === 'none' ? [] : bounce.recipients
}
