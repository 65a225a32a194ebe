import { Problem, requireUnlocked, type WorkspaceScope } from '@host/plugin'
import type { DomainDetails } from '../../shared.ts'
import { requireTurn, tooMany } from '../checks/require-turn.ts'
import { runCheck } from '../checks/run-check.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { expectedChallenge } from './challenge.ts'
import { selectDomain, shownDomain, type DomainRow } from './domain-rows.ts'
import { domainsQuota } from './domains-quota.ts'
import { recordCheck, type RecordedCheck } from './record-check.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit' | 'language' | 'signal'>

/**
 * Checks a domain now, for a user who waits for it. One above the plan is checked in the background only.
 * @throws Problem `not_found`, `conflict` for an expired domain and for one of another workspace, `too_many_requests`,
 * `quota_exceeded`
 */
export async function verifyNow(parts: Parts, caller: Caller, id: string): Promise<DomainDetails> {
  const row = await selectDomain(caller.db, id)
  await requireUnlocked(parts.ctx, { db: caller.db, orgId: caller.orgId, quota: domainsQuota }, id)
  refuseExpired(row, parts.clock())
  await requireTurn(parts, caller.orgId, row.name)
  const expected = expectedChallenge(row.name, row.challenge)
  const check = await parts.slots.run(caller.orgId, () => runCheck(parts, expected, caller.signal))
  if (check === undefined) throw tooMany(1)
  const recorded = await recordCheck(parts, caller, { row, check, isAsked: true })
  if (recorded === undefined) throw new Problem('not_found')
  await follow(caller, recorded)
  return await shownDomain(caller.db, id)
}

/** Records a change of state in the audit log. @throws Problem of a proof that was refused */
async function follow({ audit }: Caller, { row, next, refusal }: RecordedCheck): Promise<void> {
  if (refusal !== undefined) throw refusal
  if (next.state === row.state) return
  await audit.record({
    action: `domain.${next.state}`,
    target: `domain:${row.id}`,
    before: { state: row.state },
    after: { state: next.state },
  })
}

function refuseExpired({ state, expires_at: until }: DomainRow, now: number): void {
  if (state !== 'pending' || until === null || Date.parse(until) > now) return
  throw new Problem('conflict', {
    detail: { en: 'This domain was not verified in time.', zh: '此域名未能及时验证。' },
    nextStep: { en: 'Add it again.', zh: '请重新添加。' },
  })
}
