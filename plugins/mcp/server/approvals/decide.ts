import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import type { Approval } from '../../shared/approvals.ts'
import { runJob, watchSoon } from './approval-jobs.ts'
import { approvalOutcome, type Decision } from './approval-notifications.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { selectApproval, shownApproval, type ApprovalView } from './approval-rows.ts'
import { eraseArguments } from './erase-arguments.ts'
import type { Tables } from './models.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** A decision about a pending call. */
export interface Verdict {
  readonly id: string
  readonly decision: Decision
  readonly reason?: string | undefined
  /** The approvals visible to the deciding user. */
  readonly view: ApprovalView
}

/**
 * Decides a call, once, inside the transaction of an atomic endpoint: a second decision gets the current state.
 * @throws Problem `not_found`, `conflict`
 */
export async function decide(parts: ApprovalParts, scope: Scope, verdict: Verdict): Promise<Approval> {
  const { db, orgId, userId, audit } = scope
  const { id, decision, reason, view } = verdict
  const { tool, pattern, user_id: askedBy } = await selectApproval(db, view, id)
  audit.describe({
    target: `approval:${id}`,
    after: { tool, endpoint: pattern, askedBy, ...(reason !== undefined && reason !== '' && { reason }) },
  })
  const now = new Date(parts.clock()).toISOString()
  const row = await db
    .updateTable('mcp_approvals')
    .set({
      state: decision,
      slot: null,
      decided_by: userId,
      decided_at: now,
      reason: reason === '' ? null : (reason ?? null),
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Problem('conflict', decided)
  if (decision === 'approved') {
    const jobId = await parts.jobs.enqueue(orgId, runJob, { approvalId: id }, { uniqueKey: id, startedBy: userId })
    await db.updateTable('mcp_approvals').set({ job_id: jobId }).where('id', '=', id).execute()
    await watchSoon(parts.jobs)
  }
  await eraseArguments(parts, db, { orgId, id })
  await parts.ctx.notify(approvalOutcome({ orgId, id }, decision, await nameOf(db, userId)))
  return await shownApproval(parts, db, id)
}

async function nameOf(db: Queries<Tables>, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name
}

const decided = {
  detail: { en: 'This call no longer waits for a decision.', zh: '此调用已不再等待处理。' },
  nextStep: { en: 'Open it to see the decision.', zh: '打开即可查看处理结果。' },
}
