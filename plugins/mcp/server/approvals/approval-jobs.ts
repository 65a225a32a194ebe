import * as z from 'zod/mini'
import { defineJob, type JobsService } from '@host/plugin'

const minute = 60_000

/**
 * Runs an approved call. A refusal by the route ends it; a call that has not begun is retried, for about ten minutes.
 */
export const runJob = defineJob({
  name: 'run-approval',
  input: z.strictObject({ approvalId: z.string() }),
  attempts: 8,
  timeout: 2 * minute,
  concurrency: 2,
})

/** Ends calls that ended without an event, as long as any call waits or runs. */
export const watchJob = defineJob({
  name: 'watch-approvals',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 10 * minute,
})

/** Does the same even if none waits, and removes old calls. */
export const sweepJob = defineJob({
  name: 'sweep-approvals',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 10 * minute,
})

/** Schedules one check in a minute for all calls that wait or run. */
export async function watchSoon(jobs: Pick<JobsService, 'enqueueForInstance'>): Promise<void> {
  await jobs.enqueueForInstance(watchJob, {}, { delay: minute, uniqueKey: 'watch' })
}
