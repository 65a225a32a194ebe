import { readBounce, readComplaint, type ParsedMessage } from '@host/email'
import type { Parts } from '../parts.ts'
import { recordFailure, type LaterFailure } from './record-failure.ts'

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
 * Takes a bounce or complaint about one recipient, whom its signed address names. A delay, an automatic reply and any
 * other message change nothing.
 * @returns the workspace of the recipient; undefined for one that is not known any more
 */
export async function takeBounce(parts: Taking, message: BounceMessage): Promise<string | undefined> {
  const recipient = await findRecipient(parts, message)
  if (recipient === undefined) return undefined
  const found = failureOf(message)
  if (found === undefined) return recipient.orgId
  const db = parts.ctx.db.inWorkspace(recipient.orgId, 'record a bounce of a message that was sent')
  await db.transaction((tx) => recordFailure(parts, tx, { ...recipient, ...found }))
  parts.live.changed(recipient.orgId, ['/api/emails', '/api/x/mail/suppressions'])
  return recipient.orgId
}

/** Undefined for a recipient that is not known, or of another workspace than the given one. */
export async function findRecipient(
  { ctx }: Pick<Parts, 'ctx'>,
  { recipientId, orgId }: Pick<BounceMessage, 'recipientId' | 'orgId'>,
) {
  const row = await ctx.db
    .asInstance('find the recipient of a bounce')
    .selectFrom('mail_recipients as r')
    .innerJoin('mail_outgoing as o', 'o.id', 'r.outgoing_id')
    .select(['r.org_id', 'r.address', 'o.message_id'])
    .where('r.id', '=', recipientId)
    .executeTakeFirst()
  if (row === undefined || (orgId !== undefined && row.org_id !== orgId)) return undefined
  return { recipientId, orgId: row.org_id, address: row.address, messageId: row.message_id }
}

/** Complaints that are about something else than unwanted mail. */
const otherFeedback = new Set(['not-spam', 'auth-failure'])

function failureOf({ bytes, parsed }: BounceMessage): Pick<LaterFailure, 'kind' | 'reply'> | undefined {
  const complaint = readComplaint(parsed)
  if (complaint !== undefined) {
    return otherFeedback.has(complaint.type) ? undefined : { kind: 'complaint', reply: complaint.type }
  }
  const bounce = readBounce(parsed, bytes)
  if (bounce.kind === 'none') return undefined
  return { kind: bounce.kind, reply: bounce.recipients[0]?.reply ?? '' }
}
