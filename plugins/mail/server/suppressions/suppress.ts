import type { Queries } from '@host/plugin'
import type { SuppressionReason } from '../../shared.ts'
import { suppressionCreated } from './suppression-events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { readAddress } from '../receive/read-address.ts'

/** A reason to send nothing to an address. */
export interface NewSuppression {
  readonly orgId: string
  readonly address: string
  readonly reason: SuppressionReason
  readonly detail?: string
  readonly messageId?: string | null
  /** Null for one that stays. */
  readonly expiresAt?: string | null
  /** Whether it is counted as one more report; true when left out. */
  readonly isNews?: boolean
}

/**
 * Suppresses an address as a part of a transaction. One that is suppressed already is counted, and one that would expire
 * stays where the new reason does. @returns false for a text that is not an address
 */
export async function suppress(
  { events, clock }: Pick<Parts, 'events' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, address, reason, detail = '', messageId = null, expiresAt = null, isNews = true }: NewSuppression,
): Promise<boolean> {
  const read = readAddress(address)
  if (read === undefined) return false
  const now = new Date(clock()).toISOString()
  const facts = { reason, detail: cutText(detail, 500), message_id: messageId, expires_at: expiresAt, last_at: now }
  const known = await tx
    .selectFrom('mail_suppressions')
    .select(['id', 'expires_at'])
    .where('address', '=', read.address)
    .forUpdate()
    .executeTakeFirst()
  const isOver = known !== undefined && known.expires_at !== null && known.expires_at <= now
  if (known === undefined || isOver) {
    if (isOver) await tx.deleteFrom('mail_suppressions').where('id', '=', known.id).execute()
    const added = await tx
      .insertInto('mail_suppressions')
      .values({ ...facts, address: read.address, created_at: now })
      .onConflict((conflict) => conflict.columns(['org_id', 'address']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added !== undefined) {
      await events.publish(suppressionCreated, orgId, { suppressionId: added.id, address: read.address, reason })
      return true
    }
  }
  // Only a reason that stays replaces one that expires.
  const replaces = known?.expires_at !== null && expiresAt === null
  await tx
    .updateTable('mail_suppressions')
    .set((set) => ({ ...(replaces ? facts : { last_at: now }), ...(isNews && { count: set('count', '+', 1) }) }))
    .where('address', '=', read.address)
    .execute()
  return true
}
