/**
 * Ends calls that were approved and whose job is over without having ended them: an operator has taken it out, or all its
 * tries are used up. What has begun may have been done; of anything else it is known that it was not.
 */
import type { InstanceJobScope } from '@host/plugin'
import { interrupted, notBegun, takenOut } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { eraseArguments } from './erase-arguments.ts'
import type { Tables } from './models.ts'

type Scope = Pick<InstanceJobScope<Tables>, 'db' | 'signal'>
type Row = Awaited<ReturnType<ReturnType<typeof approved>['execute']>>[number]

const atOnce = 200
/** What was approved by a build that did not note the job has lost it after this long, in milliseconds. */
const unknownFor = 24 * 60 * 60 * 1000

/** Ends what was approved and will not be ended by its job. */
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

/** @returns the code of what ended it; undefined for a call whose job is still to end it */
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
  const { clock, tell } = parts
  await db
    .updateTable('mcp_approvals')
    .set({ state: 'failed', error, ended_at: new Date(clock()).toISOString() })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .execute()
  await eraseArguments(parts, db, { orgId: row.org_id, id: row.id })
  tell(row.org_id)
}
