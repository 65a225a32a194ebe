/**
 * Reads a zone from its provider. Differences from the copy were made outside, because every change of our own updates the
 * copy before its changeset ends, also one that is left half-done: they become a changeset of their own, as drift.
 *
 * A read that began before one of our changes was settled is dropped: the version of the row says so. While a changeset
 * holds the zone, `recordDrift` refuses, and nothing is stored.
 */
import { Problem, type DnsReadOnlySet, type Queries, type ScopedDatabase } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { knownTitle } from '../records/change-titles.ts'
import { publishRecords } from '../records/publish-records.ts'
import { recordSets } from '../records/record-kind.ts'
import { valueOf } from '../records/record-set.ts'
import { copyChanges, type CopyDifference } from './copy-changes.ts'
import { openZone } from './open-zone.ts'
import { storeReadOnly } from './read-only-copy.ts'
import { changeCopy, readCopy } from './zone-copy.ts'
import { lockZone, type ZoneRow } from './zone-rows.ts'
import { placeZone } from './zone-urgency.ts'

/** The workspace of a zone that is read. */
export interface RefreshScope {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly signal: AbortSignal
}

/** @returns how many record sets were changed outside @throws Problem as `DnsAccount.records`; `not_found`, `target_busy` */
export async function refreshZoneOf(parts: Parts, scope: RefreshScope, id: string): Promise<number> {
  const { db, orgId } = scope
  const { row, account, zone } = await openZone(parts, scope, id)
  const copy = await readCopy(db, id)
  const { sets: present, readOnly } = await account.records(zone)
  const drift = copyChanges(copy, present)
  const isStored = await db.transaction((tx) => store(parts, tx, { orgId, row, drift, readOnly }))
  if (!isStored || drift.length === 0) return 0
  await parts.ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: 'dns_zone.drifted',
    target: `dns_zone:${id}`,
    after: { name: row.name, count: drift.length },
  })
  return drift.length
}

interface Refreshed {
  readonly orgId: string
  readonly row: ZoneRow
  readonly drift: readonly CopyDifference[]
  readonly readOnly: readonly DnsReadOnlySet[]
}

/** @returns whether the read is still the latest */
async function store(parts: Parts, tx: Queries<Tables>, { orgId, row, drift, readOnly }: Refreshed): Promise<boolean> {
  const zone = await lockZone(tx, row.id)
  if (zone === undefined) throw new Problem('not_found')
  if (zone.version !== row.version) return false
  const now = momentAfter(parts.clock())
  if (drift.length > 0) {
    await recordDrift(parts, orgId, { zone, drift })
    await changeCopy(tx, zone, drift)
  }
  if (await storeReadOnly(tx, zone.id, readOnly)) parts.live.changed(orgId, ['/api/x/domains/zones'])
  const set = { read_at: now, problem: null, ...(drift.length > 0 && { drift_at: now }) }
  await tx.updateTable('domains_zones').set(set).where('id', '=', zone.id).execute()
  await placeZone(tx, zone.id)
  return true
}

async function recordDrift(
  parts: Parts,
  orgId: string,
  { zone, drift }: { readonly zone: ZoneRow; readonly drift: readonly CopyDifference[] },
): Promise<void> {
  const steps = drift.map(({ key, before, value }) => ({ key, before: before ? valueOf(before) : null, after: value }))
  const of = { kind: recordSets, target: zone.id }
  await parts.changesets.recordDrift(orgId, of, {
    ...knownTitle('drifted', { zone: zone.shown_name }),
    steps,
  })
  await publishRecords(parts, orgId, { zone, keys: drift, isDrift: true })
}
