/**
 * Ends approved calls whose job ended without ending them: an operator removed it, or all its attempts failed. A call
 * that has begun may have run; any other is known not to have run.
 */
import type { InstanceJobScope } from '@host/plugin'
import { interrupted, notBegun, takenOut } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { eraseArguments } from './erase-arguments.ts'
import type { Tables } from './models.ts'

type Scope = Pick<InstanceJobScope<Tables>, 'db' | 'signal'>
type Row = Awaited<ReturnType<ReturnType<typeof approved>['execute']>>[number]

const atOnce = 200
/** After this long, in milliseconds, a call that was approved by a build that stored no job ID counts as lost. */
const unknownFor = 24 * 60 * 60 * 1000

/** Ends approved calls that their job will not end. */
export async function endLost(parts: ApprovalParts, { db, signal }: Scope): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined && !signal.aborted;) {
    const rows: Row[] = await approved(db).where('id', '>', last).orderBy('id').limit(atOnce).execute()
    for (const row of rows) {
      const error = await lostBy(parts, row)
      if (error !== undefined) await endOne(parts, db, { row, error })
    }
    last = rows.length < atOnce ? undefined : rows.at(-1)?.id
  }
}

function approved(db: Scope['db']) {
  return db
    .selectFrom('mcp_approvals')
    .select(['id', 'org_id', 'state', 'job_id', 'decided_at'])
    .where('state', 'in', ['approved', 'running'])
}

/** @returns the code of the ending; undefined for a call that its job will still end */
async function lostBy({ jobs, clock }: ApprovalParts, row: Row): Promise<string | undefined> {
  const { org_id: orgId, state, job_id: jobId, decided_at: decidedAt } = row
  if (jobId === null) {
    const isLost = decidedAt !== null && Date.parse(decidedAt) < clock() - unknownFor
    return isLost ? lostAs(state, notBegun) : undefined
  }
  const job = await jobs.status(orgId, jobId)
  if (job?.state === 'failed') return lostAs(state, notBegun)
  if (job === undefined || job.state === 'cancelled' || job.state === 'done') return lostAs(state, takenOut)
  return undefined
}

function lostAs(state: Row['state'], unbegun: string): string {
  return state === 'running' ? interrupted : unbegun
}

async function endOne(
  parts: ApprovalParts,
  db: Scope['db'],
  { row, error }: { readonly row: Row; readonly error: string },
): Promise<void> {
  const { clock, notifyPages } = parts
  await db
    .updateTable('mcp_approvals')
    .set({ state: 'failed', error, ended_at: new Date(clock()).toISOString() })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .execute()
  await eraseArguments(parts, db, { orgId: row.org_id, id: row.id })
  notifyPages(row.org_id)
}
