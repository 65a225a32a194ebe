import type { InstanceJobScope } from '@host/plugin'
import type { ApprovalParts } from './approval-parts.ts'
import { endQuestion } from './end-question.ts'
import type { Tables } from './models.ts'

type Scope = Pick<InstanceJobScope<Tables>, 'db' | 'signal'>

const atOnce = 200

/** Expires calls that were not decided in time. */
export async function expireOld(parts: ApprovalParts, { db, signal }: Scope): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    const old = await db
      .selectFrom('mcp_approvals')
      .select(['id', 'org_id', 'tool', 'state'])
      .where('state', '=', 'pending')
      .where('expires_at', '<=', new Date(parts.clock()).toISOString())
      .limit(atOnce)
      .execute()
    for (const row of old) await endQuestion(parts, db, { row, ending: 'expired' })
    isMore = old.length === atOnce
  }
}
