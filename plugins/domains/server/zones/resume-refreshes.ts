import type { InstanceJobScope } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import { isAtWork } from '../is-at-work.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { refreshDelay, scheduleRefresh } from './schedule-refresh.ts'
import { lockZone } from './zone-rows.ts'

/** Zones of one page. */
const pageSize = 200

/**
 * Gives zones whose reads are overdue a new job when theirs has used up its attempts, or is gone. The zones of an imported
 * workspace have none.
 */
export async function resumeRefreshes(parts: Parts, { db, signal }: InstanceJobScope<Tables>): Promise<void> {
  const before = momentAfter(parts.clock(), -3 * refreshDelay)
  for (let last = '', isMore = true; isMore && !signal.aborted;) {
    const zones = await db
      .selectFrom('domains_zones')
      .select(['id', 'org_id', 'check_job'])
      .where('id', '>', last)
      .where((where) =>
        where.or([where('check_job', 'is', null), where('read_at', 'is', null), where('read_at', '<', before)]),
      )
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
  readonly check_job: string | null
}

async function resume(parts: Parts, { id, org_id: orgId, check_job: job }: OverdueZone): Promise<void> {
  if (await isAtWork(parts, orgId, job)) return
  const db = parts.ctx.db.inWorkspace(orgId, 'resume the hourly reads of a zone')
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, id)
    if (zone?.check_job === job) await scheduleRefresh(parts, tx, { orgId, id })
  })
}
