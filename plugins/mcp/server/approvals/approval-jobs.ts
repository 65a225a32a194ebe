import * as z from 'zod/mini'
import { defineJob, type JobsService } from '@host/plugin'

const minute = 60_000

/** Runs a call that was approved. What the route refuses ends it; what has not begun is tried again, for some ten minutes. */
export const runJob = defineJob({
  name: 'run-approval',
  input: z.strictObject({ approvalId: z.string() }),
  attempts: 8,
  timeout: 2 * minute,
  concurrency: 2,
})

/** Ends what has ended without being told, as long as anything waits or runs. */
export const watchJob = defineJob({
  name: 'watch-approvals',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 10 * minute,
})

/** The same whatever waits, and removes what is long over. */
export const sweepJob = defineJob({
  name: 'sweep-approvals',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 10 * minute,
})

/** Has what waits or runs looked after in a minute, by one job for all of it. */
export async function watchSoon(jobs: Pick<JobsService, 'enqueueForInstance'>): Promise<void> {
  await jobs.enqueueForInstance(watchJob, {}, { delay: minute, uniqueKey: 'watch' })
}
