import type { InstanceJobScope, Queries, WorkspaceContext } from '@host/plugin'
import { approvalOutcome } from './approval-notices.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { AllTables, Tables } from './models.ts'

type All = Queries<AllTables>

const day = 24 * 60 * 60 * 1000
const keptFor = 90 * day
const atOnce = 200

/** Ends what nobody has decided in time, and removes what was asked 90 days ago and is over. */
export async function sweepApprovals(parts: ApprovalParts, { db, signal }: InstanceJobScope<Tables>): Promise<void> {
  while (!signal.aborted && (await expireSome(parts, db))) continue
  while (!signal.aborted && (await removeSome(db, parts.clock()))) continue
}

/** @returns whether there may be more */
async function expireSome(parts: ApprovalParts, db: InstanceJobScope<Tables>['db']): Promise<boolean> {
  const now = new Date(parts.clock()).toISOString()
  const old = await db
    .selectFrom('mcp_approvals')
    .select(['id', 'org_id', 'tool'])
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .limit(atOnce)
    .execute()
  for (const row of old) await expireOld(parts, db, { ...row, now })
  return old.length === atOnce
}

interface Old {
  readonly id: string
  readonly org_id: string
  readonly tool: string
  readonly now: string
}

async function expireOld(
  { ctx, tell }: ApprovalParts,
  db: InstanceJobScope<Tables>['db'],
  { id, org_id: orgId, tool, now }: Old,
): Promise<void> {
  const isExpired = await db.transaction(async (tx) => {
    const row = await tx
      .updateTable('mcp_approvals')
      .set({ state: 'expired', slot: null, decided_at: now })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) await ctx.notify(approvalOutcome({ orgId, id }, 'expired'))
    return row !== undefined
  })
  if (!isExpired) return
  const after = { tool }
  await ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: 'approval.expired',
    target: `approval:${id}`,
    after,
  })
  tell(orgId)
}

/** What waits or runs is never old enough: it has expired before, or its job ends it. */
async function removeSome(db: All, now: number): Promise<boolean> {
  const old = await db
    .selectFrom('mcp_approvals')
    .select('id')
    .where('requested_at', '<', new Date(now - keptFor).toISOString())
    .where('state', 'not in', ['pending', 'approved', 'running'])
    .limit(atOnce)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('mcp_approvals').where('id', 'in', ids).execute()
  return ids.length === atOnce
}

/** Takes back what somebody asked who has left the workspace. */
export async function withdrawOf({ db }: WorkspaceContext<Tables>, userId: string): Promise<void> {
  await db
    .updateTable('mcp_approvals')
    .set({ state: 'withdrawn', slot: null, decided_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute()
}
