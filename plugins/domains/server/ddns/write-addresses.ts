/** The changeset of an update: planned, applied and waited for. */
import { Problem, type Changeset, type ScopedDatabase } from '@host/plugin'
import type { DdnsProblem } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { editedZone } from '../plans/plan-zone.ts'
import { readEdits, type SetEdit } from '../plans/read-edits.ts'
import { recordSets } from '../records/record-kind.ts'
import { applyUnattended, type UnattendedEnd } from '../unattended/apply-unattended.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'

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

/** Writes addresses, and waits until the provider has them. */
export async function writeAddresses(parts: Parts, write: AddressWrite): Promise<Written> {
  const { db, orgId, signal, token } = write
  try {
    const end = await applyUnattended(parts, {
      orgId,
      userId: token.created_by,
      signal,
      begin: () => begin(parts, write),
      async note(changeset) {
        await db.updateTable('domains_ddns_tokens').set({ changeset }).where('id', '=', token.id).execute()
      },
    })
    return results[end]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return problems[error.code] ?? 'provider'
  }
}

const results: Readonly<Record<UnattendedEnd, Written>> = {
  unchanged: 'nochg',
  applied: 'good',
  needs_person: 'managed',
  busy: 'busy',
  failed: 'provider',
}

const problems: Readonly<Record<string, DdnsProblem>> = {
  invalid_input: 'rejected',
  conflict: 'rejected',
  too_many_requests: 'busy',
}

async function begin(parts: Parts, write: AddressWrite): Promise<Changeset | undefined> {
  const { orgId, zone, set, token } = write
  const { values, seen } = await readEdits(await editedZone(parts, write, zone), { set })
  return await parts.changesets.applyNow(orgId, {
    title: `Dynamic DNS token ${token.name}`,
    finishesByItself: true,
    parts: [{ kind: recordSets, target: zone.id, set: values, seen }],
  })
}
