import type { ReadQueries } from '@host/plugin'
import type { ProofState, ShownProof } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

const lateAfter = 15 * 60_000
const failedStates: ReadonlySet<string> = new Set(['refused', 'unknown', 'suppressed', 'canceled', 'bounced'])

/** The last proof of a sending domain, with what the log of its message says; null without one. */
export async function shownProof(
  { clock }: Pick<Parts, 'clock'>,
  db: ReadQueries<Tables>,
  senderId: string,
): Promise<ShownProof | null> {
  const row = await db.selectFrom('mail_sender_proofs').selectAll().where('sender_id', '=', senderId).executeTakeFirst()
  if (row === undefined) return null
  const outgoing = row.outgoing_id ?? ''
  const recipient = await db
    .selectFrom('mail_recipients')
    .select(['state', 'reply', 'settled_at'])
    .where('outgoing_id', '=', outgoing)
    .executeTakeFirst()
  const attempt = await db
    .selectFrom('mail_attempts')
    .select('tls')
    .where('outgoing_id', '=', outgoing)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const isDelivered = recipient?.state === 'delivered'
  const isPast = Date.parse(row.sent_at) + lateAfter <= clock()
  return {
    state: stateOf({ ...row, isPast, sending: recipient?.state ?? '' }),
    address: row.address,
    isOwn: row.is_own,
    sentAt: row.sent_at,
    arrivedAt: row.arrived_at ?? (isDelivered && !row.is_own ? recipient.settled_at : null),
    results: row.results,
    tls: attempt === undefined || attempt.tls === '' ? null : attempt.tls,
    reply: recipient === undefined || recipient.reply === '' ? null : recipient.reply,
  }
}

interface ProofFacts {
  readonly state: ProofState
  readonly is_own: boolean
  readonly isPast: boolean
  /** The state of its recipient in the queue. */
  readonly sending: string
}

function stateOf({ state, is_own: isOwn, isPast, sending }: ProofFacts): ProofState {
  if (state !== 'sending') return state
  if (failedStates.has(sending)) return 'failed'
  if (!isOwn && sending === 'delivered') return 'arrived'
  return isPast ? 'late' : 'sending'
}
