import { Problem, type WorkspaceScope } from '@host/plugin'
import type { DomainDetails } from '../../shared.ts'
import { runCheck } from '../checks/run-check.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { challengeRecord } from './challenge.ts'
import { selectDomain, shownDomain, type DomainRow } from './domain-rows.ts'
import { recordCheck, type RecordedCheck } from './record-check.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit' | 'signal'>

const minute = 60 * 1000
const perMinute = { workspace: 60, name: 20 }

/**
 * Checks a domain now, for a user who waits for it.
 * @throws Problem `not_found`, `conflict` for an expired domain and for one of another workspace, `too_many_requests`
 */
export async function verifyNow(parts: Parts, caller: Caller, id: string): Promise<DomainDetails> {
  const row = await selectDomain(caller.db, id)
  refuseExpired(row, parts.clock())
  await requireTurn(parts, caller.orgId, row.name)
  const record = { domain: row.name, ...challengeRecord(row.name, row.challenge) }
  const check = await parts.slots.run(caller.orgId, () => runCheck(parts, record, caller.signal))
  if (check === undefined) throw tooMany(1)
  const recorded = await recordCheck(parts, caller, { id, check, isAsked: true })
  if (recorded === undefined) throw new Problem('not_found')
  await follow(caller, recorded)
  return await shownDomain(parts, caller, id)
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

/** By workspace, so that one can't use up the look-ups of all; by name, so that many can't ask one server at once. */
async function requireTurn({ rateLimit }: Parts, orgId: string, name: string): Promise<void> {
  for (const [key, limit] of [
    [`verify:${orgId}`, perMinute.workspace],
    [`verify:${name}`.slice(0, 200), perMinute.name],
  ] as const) {
    const { allowed, resetAfter } = await rateLimit.take(key, limit, minute)
    if (!allowed) throw tooMany(resetAfter)
  }
}

function tooMany(seconds: number): Problem {
  return new Problem('too_many_requests', { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
}

function refuseExpired({ state, expires_at: until }: DomainRow, now: number): void {
  if (state !== 'pending' || until === null || Date.parse(until) > now) return
  throw new Problem('conflict', {
    detail: { en: 'This domain was not verified in time.', zh: '此域名未能及时验证。' },
    nextStep: { en: 'Add it again.', zh: '请重新添加。' },
  })
}
