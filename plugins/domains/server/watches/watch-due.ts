import type { JobOutcome, Queries, WorkspaceJobScope } from '@host/plugin'
import { busyDelay, momentAfter } from '../checks/check-schedule.ts'
import { runSetCheck } from '../checks/run-set-check.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { expectedSet } from '../records/check-set.ts'
import { lockZone, type ZoneRow } from '../zones/zone-rows.ts'
import { placeZone } from '../zones/zone-urgency.ts'
import { announceWatches } from './announce-watches.ts'
import { followOwners } from './follow-owners.ts'
import { recordWatch } from './record-watch.ts'

/** The scope of the job. */
export type WatchScope = WorkspaceJobScope<Tables>

/** Checks of one run; the others follow in the next, so that other workspaces come in between. */
const mostInRun = 10
/** Milliseconds until the next run: of the same round, and of another one. */
const delays = { same: 1_000, other: 30_000 }
/** Milliseconds for which a failure waits for the rest of its round, and between two looks at it. */
const patience = { most: 30 * 60_000, look: 5 * 60_000 }

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
  return await endRun(parts, scope, zone)
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

/** Publishes the changes of a round that is over, and comes again when the next check is due; without one the zone has no job any more. */
async function endRun(parts: Parts, scope: WatchScope, { id }: ZoneRow): Promise<JobOutcome | void> {
  const { orgId, jobId } = scope
  return await scope.db.transaction(async (tx) => {
    const zone = await lockZone(tx, id)
    if (zone?.watch_job !== jobId) return undefined
    await placeZone(tx, id)
    const now = parts.clock()
    const round = await roundOf(tx, id)
    const isDue = round.next !== undefined && round.next <= now
    const isOver = !isDue && !round.hasSuspects
    const isLate = round.unpublished !== undefined && now - round.unpublished >= patience.most
    if (isOver || isLate) await announceWatches(parts, tx, { orgId, zone })
    if (round.next !== undefined) {
      const waits = !isOver && !isLate && round.unpublished !== undefined
      const delay = isDue ? delays.same : Math.max(delays.other, round.next - now)
      return scope.again(waits ? Math.min(delay, patience.look) : delay)
    }
    await tx.updateTable('domains_zones').set({ watch_job: null }).where('id', '=', id).execute()
    return undefined
  })
}

/** How far the checks of a zone are; moments in milliseconds since 1970. */
interface Round {
  readonly next: number | undefined
  /** The earliest change that was not published. */
  readonly unpublished: number | undefined
  /** Whether record sets were found wrong once, so that their next check decides. */
  readonly hasSuspects: boolean
}

async function roundOf(tx: Queries<Tables>, zoneId: string): Promise<Round> {
  const all = tx.selectFrom('domains_watches').where('zone_id', '=', zoneId)
  const next = await all.select('next_check_at').orderBy('next_check_at').limit(1).executeTakeFirst()
  const suspect = await all
    .select('id')
    .where('is_failing', '=', false)
    .where('failures', '>', 0)
    .limit(1)
    .executeTakeFirst()
  const unpublished = await all
    .select('since')
    .where(({ and, eb, or }) =>
      or([eb('told', '=', 'pending'), and([eb('told', 'is not', null), eb('is_failing', '=', false)])]),
    )
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
  return {
    next: next && Date.parse(next.next_check_at),
    unpublished: unpublished && Date.parse(unpublished.since ?? ''),
    hasSuspects: suspect !== undefined,
  }
}
