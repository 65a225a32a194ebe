import type { JobOutcome, WorkspaceJobScope } from '@host/plugin'
import { busyDelay, momentAfter } from '../checks/check-schedule.ts'
import { runSetCheck } from '../checks/run-set-check.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { expectedSet } from '../records/check-set.ts'
import { lockZone, type ZoneRow } from '../zones/zone-rows.ts'
import { followOwners } from './follow-owners.ts'
import { recordWatch } from './record-watch.ts'

/** The scope of the job. */
export type WatchScope = WorkspaceJobScope<Tables>

/** Checks of one run; the others follow in the next. */
const mostInRun = 10
const shortestDelay = 30_000

/** The job of a zone: checks the record sets that are due, and comes again. It ends with the last watch, and with its zone. */
export async function watchDue(
  parts: Parts,
  scope: WatchScope,
  { zoneId }: { readonly zoneId: string },
): Promise<JobOutcome | void> {
  const zone = await scope.db.transaction((tx) => lockZone(tx, zoneId))
  if (zone?.watch_job !== scope.jobId) return
  await followOwners(parts, scope, zoneId)
  const due = await dueOf(parts, scope, zoneId)
  for (const row of due) {
    const expected = expectedSet(zone.name, { ...row, ttl: 0, data: row.data.split('\n'), isProxied: row.is_proxied })
    const check = await parts.slots.run(scope.orgId, () => runSetCheck(parts, expected, scope.signal))
    if (check === undefined) return scope.again(busyDelay)
    await recordWatch(parts, scope, { zone, row, check })
  }
  if (due.length > 0) parts.live.changed(scope.orgId, ['/api/x/domains/zones'])
  return await plan(parts, scope, zone)
}

async function dueOf({ clock }: Parts, { db }: WatchScope, zoneId: string) {
  return await db
    .selectFrom('domains_watches')
    .select(['id', 'name', 'type', 'data', 'is_proxied'])
    .where('zone_id', '=', zoneId)
    .where('next_check_at', '<=', momentAfter(clock()))
    .orderBy('next_check_at')
    .limit(mostInRun)
    .execute()
}

/** Comes again when the next one is due; without one the zone has no job any more. */
async function plan({ clock }: Parts, scope: WatchScope, { id }: ZoneRow): Promise<JobOutcome | void> {
  return await scope.db.transaction(async (tx) => {
    await lockZone(tx, id)
    const all = tx.selectFrom('domains_watches').select('next_check_at').where('zone_id', '=', id)
    const next = await all.orderBy('next_check_at').limit(1).executeTakeFirst()
    if (next !== undefined) return scope.again(Math.max(shortestDelay, Date.parse(next.next_check_at) - clock()))
    const own = tx.updateTable('domains_zones').set({ watch_job: null })
    await own.where('id', '=', id).where('watch_job', '=', scope.jobId).execute()
    return undefined
  })
}
