import type { InstanceJobScope } from '@host/plugin'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'
import { openStates } from './still-open.ts'

const keptFor = 90 * 24 * 60 * 60 * 1000
const atOnce = 200

/** Removes calls of more than 90 days ago. An open call is never that old: it has expired, or its job ends it. */
export async function removeOld(
  { clock }: Pick<ApprovalParts, 'clock'>,
  { db, signal }: Pick<InstanceJobScope<Tables>, 'db' | 'signal'>,
): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    const old = await db
      .selectFrom('mcp_approvals')
      .select('id')
      .where('requested_at', '<', new Date(clock() - keptFor).toISOString())
      .where('state', 'not in', openStates)
      .limit(atOnce)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('mcp_approvals').where('id', 'in', ids).execute()
    isMore = ids.length === atOnce
  }
}
