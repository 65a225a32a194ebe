import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { suppress, type NewSuppression } from './suppress.ts'

const day = 86_400_000

/** Soft bounces within so many days that suppress an address, and for how many days. */
export const softBounces = Object.freeze({ count: 5, within: 30, suppressedFor: 30 })

/** Counts a failure that may pass, as a part of a transaction; several of them suppress the address for a while. */
export async function countSoftBounce(
  parts: Pick<Parts, 'events' | 'clock'>,
  tx: Queries<Tables>,
  failure: Omit<NewSuppression, 'reason' | 'expiresAt'>,
): Promise<void> {
  const address = readAddress(failure.address)?.address
  if (address === undefined) return
  const now = parts.clock()
  const at = new Date(now).toISOString()
  const oldest = new Date(now - softBounces.within * day).toISOString()
  const rows = tx.selectFrom('mail_soft_bounces').select(['id', 'count', 'since']).where('address', '=', address)
  const row = await rows.forUpdate().executeTakeFirst()
  const isCounted = row !== undefined && row.since >= oldest
  const [count, since] = isCounted ? [row.count + 1, row.since] : [1, at]
  if (row === undefined) {
    await tx
      .insertInto('mail_soft_bounces')
      .values({ address, since, last_at: at })
      .onConflict((conflict) => conflict.columns(['org_id', 'address']).doNothing())
      .execute()
  } else {
    await tx.updateTable('mail_soft_bounces').set({ count, since, last_at: at }).where('id', '=', row.id).execute()
  }
  if (count < softBounces.count) return
  const expiresAt = new Date(now + softBounces.suppressedFor * day).toISOString()
  await suppress(parts, tx, { ...failure, reason: 'soft-bounce', expiresAt })
  await tx.deleteFrom('mail_soft_bounces').where('address', '=', address).execute()
}
