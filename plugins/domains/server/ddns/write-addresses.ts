/** The changeset of an update: planned, applied and waited for. */
import { setTimeout as pause } from 'node:timers/promises'
import { Problem, type Changeset, type ScopedDatabase } from '@host/plugin'
import type { DdnsProblem } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { editedZone } from '../plans/plan-zone.ts'
import { readEdits, type ReadEdits, type SetEdit } from '../plans/read-edits.ts'
import { recordSets } from '../records/record-kind.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'
import { leave } from './leave-interrupted.ts'

/** The token that changes a zone. */
export interface UpdatingToken {
  readonly id: string
  readonly name: string
  readonly created_by: string
}

/** Record sets to write. */
export interface AddressWrite {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  /** Ends the wait; the changeset goes on. */
  readonly signal: AbortSignal
  readonly token: UpdatingToken
  readonly zone: ZoneRow
  readonly set: readonly SetEdit[]
}

/** `nochg` when the provider has the addresses already. */
export type Written = 'good' | 'nochg' | DdnsProblem

/** Milliseconds between two looks at a changeset. */
const lookDelay = 100
/** Milliseconds until the second plan while another changeset has the zone; doubled each time. */
const firstDelay = 500

/** Writes addresses, and waits until the provider has them. */
export async function writeAddresses(parts: Parts, write: AddressWrite): Promise<Written> {
  const { signal } = write
  for (let delay = firstDelay; !signal.aborted; delay *= 2) {
    try {
      const written = await attempt(parts, write)
      if (written !== undefined) return written
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof Problem)) throw error
      if (!passing.has(error.code)) return problems[error.code] ?? 'provider'
    }
    await wait(delay, signal)
  }
  return 'busy'
}

/** Another changeset has the zone, or had it since the plan. */
const passing: ReadonlySet<string> = new Set(['target_busy', 'stale_plan'])

const problems: Readonly<Record<string, DdnsProblem>> = {
  invalid_input: 'rejected',
  conflict: 'rejected',
  too_many_requests: 'busy',
}

/** @returns undefined when the zone changed meanwhile @throws Problem */
async function attempt(parts: Parts, write: AddressWrite): Promise<Written | undefined> {
  const { db, orgId, zone, set, token } = write
  const edits = await readEdits(await editedZone(parts, write, zone), { set })
  const planned = await apply(parts, write, edits)
  if (planned === undefined) return 'nochg'
  const { id, state } = planned
  if (state === 'planned') {
    // It needs a person, whom no client waits for.
    await parts.changesets.dismiss(orgId, id, token.created_by)
    return 'managed'
  }
  await db.updateTable('domains_ddns_tokens').set({ changeset: id }).where('id', '=', token.id).execute()
  const ended = await untilEnded(parts, write, planned)
  if (ended.state === 'interrupted') await leave(parts.changesets, orgId, { id, userId: token.created_by })
  return outcomes[ended.state]
}

const outcomes: Readonly<Record<Changeset['state'], Written | undefined>> = {
  applied: 'good',
  reverted: 'good',
  applying: 'busy',
  planned: 'managed',
  approved: 'busy',
  expired: undefined,
  dismissed: undefined,
  interrupted: 'provider',
  left: 'provider',
}

async function apply(
  { changesets }: Parts,
  { orgId, zone, token }: AddressWrite,
  { values, seen }: ReadEdits,
): Promise<Changeset | undefined> {
  return await changesets.applyNow(orgId, {
    title: `Dynamic DNS token ${token.name}`,
    finishesByItself: true,
    parts: [{ kind: recordSets, target: zone.id, set: values, seen }],
  })
}

async function untilEnded(
  { changesets }: Parts,
  { orgId, signal }: AddressWrite,
  planned: Changeset,
): Promise<Changeset> {
  let last = planned
  while (last.state === 'applying' && !signal.aborted) {
    await wait(lookDelay, signal)
    last = (await changesets.find(orgId, last.id)) ?? last
  }
  return last
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
