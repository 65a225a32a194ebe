import type { InstanceJobScope } from '@host/plugin'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'
import { openStates } from './still-open.ts'

const keptFor = 90 * 24 * 60 * 60 * 1000
const atOnce = 200

/** Removes what was asked 90 days ago. What is open is never old enough: it has expired before, or its job ends it. */
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
