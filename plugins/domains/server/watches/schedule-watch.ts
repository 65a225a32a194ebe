import type { Queries, ScopedDatabase } from '@host/plugin'
import { watchJob } from '../job-kinds.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { lockZone } from '../zones/zone-rows.ts'
import { firstWatchDelay } from './next-watch.ts'

type Needs = Pick<Parts, 'jobs' | 'changesets'>

/** Gives a zone a job that checks its record sets soon, in place of the one that waits. Inside the transaction of the change. */
export async function scheduleWatch(
  { jobs }: Pick<Parts, 'jobs'>,
  tx: Queries<Tables>,
  { orgId, id }: { readonly orgId: string; readonly id: string },
): Promise<void> {
  const job = await jobs.enqueue(orgId, watchJob, { zoneId: id }, { delay: firstWatchDelay })
  await tx.updateTable('domains_zones').set({ watch_job: job }).where('id', '=', id).execute()
}

/** Gives a zone the job when features own record sets of it and it has none yet. */
export async function ensureWatch(
  parts: Needs,
  { db, orgId }: { readonly db: ScopedDatabase<Tables>; readonly orgId: string },
  id: string,
): Promise<void> {
  const owners = await parts.changesets.owners(orgId, { kind: recordSets, target: id })
  if (owners.size === 0) return
  await db.transaction(async (tx) => {
    const zone = await lockZone(tx, id)
    if (zone !== undefined && zone.watch_job === null) await scheduleWatch(parts, tx, { orgId, id })
  })
}
