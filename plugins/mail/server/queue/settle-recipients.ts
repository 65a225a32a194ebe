import type { Queries } from '@host/plugin'
import { emailDelivered, emailFailed } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { openStates, type LockedMessage } from './locked-message.ts'
import { notifyOfFailure } from './notify-sender.ts'

/** The end of sending to a recipient. */
export interface Settled {
  readonly id: string
  readonly state: 'delivered' | 'refused' | 'unknown' | 'suppressed'
  readonly reply: string
  /** Whether an attempt led to it. */
  readonly wasTried?: boolean
}

export interface Settling {
  readonly message: LockedMessage
  readonly settled: readonly Settled[]
}

/**
 * Records ends, publishes their events and notifies the sender of failures, as a part of a transaction in which the message
 * is locked. The message is done with its last recipient.
 */
export async function settleRecipients(
  parts: Parts,
  tx: Queries<Tables>,
  { message, settled }: Settling,
): Promise<void> {
  if (settled.length === 0) return
  const now = new Date(parts.clock()).toISOString()
  const failed: string[] = []
  for (const { id, state, reply, wasTried = false } of settled) {
    const row = await tx
      .updateTable('mail_recipients')
      .set((set) => ({
        state,
        reply: cutText(reply, 1_000),
        next_at: null,
        job_id: null,
        settled_at: now,
        ...(state !== 'unknown' && { in_doubt_at: null, claim: null }),
        ...(wasTried && { attempts: set('attempts', '+', 1) }),
      }))
      .where('id', '=', id)
      .returning('address')
      .executeTakeFirstOrThrow()
    const data = { outgoingId: message.id, recipientId: id, address: row.address, reply: cutText(reply, 1_000) }
    if (state === 'delivered') await parts.events.publish(emailDelivered, message.org_id, data)
    else {
      await parts.events.publish(emailFailed, message.org_id, { ...data, state })
      failed.push(row.address)
    }
  }
  await notifyOfFailure(parts, { message, addresses: failed })
  await endMessage(tx, message.id, now)
}

/** Ends a message that has a result for every recipient. Its sealed bytes go, unless it may be sent again. */
export async function endMessage(tx: Queries<Tables>, id: string, now: string): Promise<void> {
  const open = await stillIn(tx, id, openStates)
  if (open) return
  const isOver = !(await stillIn(tx, id, ['unknown', 'refused']))
  await tx
    .updateTable('mail_outgoing')
    .set({ state: 'done', ended_at: now, ...(isOver && { body: null }) })
    .where('id', '=', id)
    .execute()
}

async function stillIn(
  tx: Queries<Tables>,
  id: string,
  states: readonly ('waiting' | 'deferred' | 'unknown' | 'refused')[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('mail_recipients')
    .select('id')
    .where('outgoing_id', '=', id)
    .where('state', 'in', [...states])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
