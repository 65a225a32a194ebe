import type { Queries } from '@host/plugin'
import { refreshJob } from '../job-kinds.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Milliseconds between two reads of a zone. */
export const refreshDelay = 60 * 60 * 1000

/** Gives a zone the job that reads it every hour. Inside the transaction of the change. */
export async function scheduleRefresh(
  { jobs }: Pick<Parts, 'jobs'>,
  tx: Queries<Tables>,
  { orgId, id }: { readonly orgId: string; readonly id: string },
): Promise<void> {
  const job = await jobs.enqueue(orgId, refreshJob, { zoneId: id }, { delay: refreshDelay })
  await tx.updateTable('domains_zones').set({ check_job: job }).where('id', '=', id).execute()
}
