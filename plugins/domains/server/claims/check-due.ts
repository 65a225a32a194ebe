import type { JobOutcome, WorkspaceJobScope } from '@host/plugin'
import { runCheck } from '../checks/run-check.ts'
import { busyDelay, momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { expectedChallenge } from './challenge.ts'
import { lockDomain, type DomainRow } from './domain-rows.ts'
import { deleteDomain } from './remove-domain.ts'
import { recordCheck, type RecordedCheck } from './record-check.ts'

type Scope = WorkspaceJobScope<Tables>

const listPath = '/api/domains'

/** The job of a domain: checks it when it is due, removes it when it was not verified in time, and comes again. */
export async function checkDue(
  parts: Parts,
  scope: Scope,
  { domainId }: { readonly domainId: string },
): Promise<JobOutcome | void> {
  const row = await ownRow(scope, domainId)
  if (row === undefined) return
  const now = parts.clock()
  if (isExpired(row, now)) return await expire(parts, scope, row)
  const early = row.next_check_at === null ? 0 : Date.parse(row.next_check_at) - now
  if (early > 0) return scope.again(early)
  const expected = expectedChallenge(row.name, row.challenge)
  const check = await parts.slots.run(scope.orgId, () => runCheck(parts, expected, scope.signal))
  if (check === undefined) return scope.again(busyDelay)
  const recorded = await recordCheck(parts, scope, { row, check, isAsked: false })
  parts.live.changed(scope.orgId, [listPath])
  if (recorded === undefined) return
  await recordAudit(parts, scope.orgId, recorded)
  return await plan(parts, scope, recorded)
}

/** The row that this job is of; a check on request may have given it another. */
async function ownRow({ db, jobId }: Scope, id: string): Promise<DomainRow | undefined> {
  const row = await db.transaction((tx) => lockDomain(tx, id))
  return row?.check_job === jobId && row.state !== 'lost' ? row : undefined
}

function isExpired({ state, expires_at: until }: DomainRow, now: number): boolean {
  return state === 'pending' && until !== null && Date.parse(until) <= now
}

async function expire(parts: Parts, { db, orgId }: Scope, { id }: DomainRow): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    const row = await lockDomain(tx, id)
    if (row === undefined || !isExpired(row, parts.clock())) return undefined
    await deleteDomain(parts, tx, { orgId, row, reason: 'expired' })
    return row
  })
  if (removed === undefined) return
  parts.live.changed(orgId, [listPath])
  await parts.ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: 'domain.removed',
    target: `domain:${id}`,
    before: { name: removed.name, state: removed.state },
    after: { reason: 'expired' },
  })
}

async function recordAudit({ ctx }: Parts, orgId: string, { row, next }: RecordedCheck): Promise<void> {
  if (row.state === next.state) return
  await ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: `domain.${next.state}`,
    target: `domain:${row.id}`,
    before: { state: row.state },
    after: { state: next.state },
  })
}

async function plan(parts: Parts, scope: Scope, { row, next }: RecordedCheck): Promise<JobOutcome | void> {
  if (next.delay === null) return
  const now = parts.clock()
  const left = next.state === 'pending' && row.expires_at !== null ? Date.parse(row.expires_at) - now : next.delay
  const delay = Math.max(0, Math.min(next.delay, left))
  const own = scope.db.updateTable('domains_domains').set({ next_check_at: momentAfter(now, delay) })
  await own.where('id', '=', row.id).where('check_job', '=', scope.jobId).execute()
  return scope.again(delay)
}
