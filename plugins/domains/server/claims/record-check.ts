import { Problem, type Queries } from '@host/plugin'
import type { DomainCheck } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockDomain, type DomainRow } from './domain-rows.ts'
import { nextState, type NextClaimState } from './next-state.ts'
import { publishState } from './publish-state.ts'
import { newestSerial, passSerial } from '../served/zone-serials.ts'
import { disprove } from './remove-domain.ts'
import { scheduleCheck } from './schedule-check.ts'
import { urgencyOf } from './urgency.ts'

/** A check that ended. */
export interface CheckResult {
  /** As it was before the check. */
  readonly row: Pick<DomainRow, 'id' | 'name' | 'state'>
  readonly check: DomainCheck
  /** Whether a user asked for it. */
  readonly isAsked: boolean
}

/** What a check has changed. */
export interface RecordedCheck {
  readonly row: DomainRow
  readonly next: NextClaimState
  /** Why the proof was refused although the record is right. */
  readonly refusal?: Problem
}

interface Place {
  readonly db: { transaction<Result>(work: (tx: Queries<Tables>) => Promise<Result>): Promise<Result> }
  readonly orgId: string
}

/**
 * Stores a check and draws its consequences in one transaction: the proof, the event and the notification.
 * @returns undefined when the domain is gone
 */
export async function recordCheck(
  parts: Parts,
  { db, orgId }: Place,
  result: CheckResult,
): Promise<RecordedCheck | undefined> {
  const newest = await serialToPass(parts, result)
  try {
    return await db.transaction((tx) => applyCheck(parts, { tx, orgId }, { ...result, newest }))
  } catch (error) {
    if (!(error instanceof Problem) || !refusals.has(error.code) || result.check.outcome !== 'ok') throw error
    const check = { ...result.check, outcome: 'taken' } as const
    const recorded = await db.transaction((tx) => applyCheck(parts, { tx, orgId }, { ...result, check, newest }))
    return recorded && { ...recorded, refusal: error }
  }
}

/** Read only where the domain may come back, with a zone that this host serves. */
async function serialToPass({ ctx, serving }: Parts, { row, check }: CheckResult): Promise<number | undefined> {
  if (serving === undefined || check.outcome !== 'ok' || isProved(row)) return undefined
  return await newestSerial(ctx, row.name)
}

function isProved({ state }: Pick<DomainRow, 'state'>): boolean {
  return state === 'verified' || state === 'failing'
}

const refusals: ReadonlySet<string> = new Set(['conflict', 'invalid_input'])

async function applyCheck(
  parts: Parts,
  { tx, orgId }: { readonly tx: Queries<Tables>; readonly orgId: string },
  { row: { id }, check, isAsked, newest }: CheckResult & { readonly newest: number | undefined },
): Promise<RecordedCheck | undefined> {
  const row = await lockDomain(tx, id)
  if (row === undefined) return undefined
  const at = parts.clock()
  const next = nextState(stateOf(row), { outcome: check.outcome, at, isAsked })
  if (next.state === 'verified') await prove(parts, { tx, orgId }, { row, newest })
  if (next.state === 'lost') await disprove(parts, orgId, row)
  await tx
    .updateTable('domains_domains')
    .set({
      ...columnsOf(next, at),
      outcome: check.outcome,
      last_check: check,
      checked_at: check.at,
    })
    .where('id', '=', id)
    .execute()
  if (isAsked && changesPlan(row, next)) await scheduleCheck(parts, tx, { orgId, id, delay: next.delay ?? 0 })
  if (next.state !== row.state) await publishState(parts, orgId, { row, state: next.state, outcome: check.outcome })
  return { row, next }
}

/** A zone that is served again goes on from the newest serial. */
async function prove(
  parts: Parts,
  { tx, orgId }: { readonly tx: Queries<Tables>; readonly orgId: string },
  { row, newest }: { readonly row: DomainRow; readonly newest: number | undefined },
): Promise<void> {
  const { edge, serving } = parts
  await edge.prove(orgId, row.name)
  if (serving === undefined || newest === undefined || isProved(row)) return
  await passSerial(parts, serving, { tx, orgId, name: row.name, newest })
}

/** A check on request leaves the plan alone, unless it has changed the state or renewed the proof. */
function changesPlan(row: DomainRow, { state, delay }: NextClaimState): boolean {
  return delay !== null && (state !== row.state || state === 'verified')
}

function stateOf({ state, attempts, failing_since: since }: DomainRow) {
  return { state, attempts, failingSince: since === null ? null : Date.parse(since) }
}

function columnsOf({ state, attempts, failingSince }: NextClaimState, at: number) {
  return {
    state,
    urgency: urgencyOf(state),
    attempts,
    failing_since: failingSince === null ? null : momentAfter(failingSince),
    ...(state === 'verified' && { verified_at: momentAfter(at), expires_at: null }),
    ...(state === 'lost' && { next_check_at: null }),
  }
}
