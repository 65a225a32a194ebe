import type { InstanceJobScope } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import { isAtWork } from '../is-at-work.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockZone } from '../zones/zone-rows.ts'
import { scheduleWatch } from './schedule-watch.ts'

/** Milliseconds after which a check that is due is overdue. */
const overdue = 20 * 60_000
/** Zones of one page. */
const pageSize = 200

/** Gives zones whose checks are overdue a new job when theirs has used up its attempts, or is gone. */
export async function resumeWatches(parts: Parts, { db, signal }: InstanceJobScope<Tables>): Promise<void> {
  const due = db
    .selectFrom('domains_watches')
    .select('zone_id')
    .where('next_check_at', '<', momentAfter(parts.clock(), -overdue))
  for (let last = '', isMore = true; isMore && !signal.aborted;) {
    const zones = await db
      .selectFrom('domains_zones')
      .select(['id', 'org_id', 'watch_job'])
      .where('id', '>', last)
      .where('id', 'in', due)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const zone of zones) await resume(parts, zone)
    last = zones.at(-1)?.id ?? ''
    isMore = zones.length === pageSize
  }
}

interface OverdueZone {
  readonly id: string
  readonly org_id: string
  readonly watch_job: string | null
}

async function resume(parts: Parts, { id, org_id: orgId, watch_job: job }: OverdueZone): Promise<void> {
  if (await isAtWork(parts, orgId, job)) return
  const db = parts.ctx.db.inWorkspace(orgId, 'resume the background checks of a zone')
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, id)
    if (zone?.watch_job === job) await scheduleWatch(parts, tx, { orgId, id })
  })
}
