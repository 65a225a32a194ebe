import type { FailureKind } from '@host/email'
import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordOutcome } from '../queue/record-outcome.ts'
import { countSoftBounce } from '../suppressions/soft-bounces.ts'
import { suppress } from '../suppressions/suppress.ts'

/** A failure or complaint that arrived after a message was sent. */
export interface LaterFailure {
  readonly orgId: string
  readonly address: string
  /** Null where the message was not sent by this instance, or is not known. */
  readonly recipientId: string | null
  readonly messageId: string | null
  readonly kind: FailureKind | 'complaint' | 'unsubscribe'
  /** The reply or the kind of complaint: untrusted. */
  readonly reply: string
}

/**
 * Records a failure as a part of a transaction: the result of its recipient, and what follows for the address. Policy
 * refusals say nothing about the address. The same news twice is counted once.
 */
export async function recordFailure(
  parts: Pick<Parts, 'events' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, address, recipientId, messageId, kind, reply }: LaterFailure,
): Promise<void> {
  const state = kind === 'complaint' ? 'complained' : 'bounced'
  const isNews =
    recipientId === null || kind === 'unsubscribe'
      ? true
      : await recordOutcome(parts, tx, { recipientId, state, reply })
  const facts = { orgId, address, detail: reply, messageId, isNews }
  if (kind === 'hard') await suppress(parts, tx, { ...facts, reason: 'bounce' })
  else if (kind === 'complaint') await suppress(parts, tx, { ...facts, reason: 'complaint' })
  else if (kind === 'unsubscribe') await suppress(parts, tx, { ...facts, reason: 'unsubscribe' })
  else if (kind === 'soft' && isNews) await countSoftBounce(parts, tx, facts)
}
