import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'

const minute = 60_000

/** Runs a call that was approved. What the route refuses ends it; only faults of our own let a try come again. */
export const runJob = defineJob({
  name: 'run-approval',
  input: z.strictObject({ approvalId: z.string() }),
  attempts: 20,
  timeout: 2 * minute,
  concurrency: 2,
})

/** Ends what nobody has decided in time, and removes what is long over. */
export const sweepJob = defineJob({
  name: 'sweep-approvals',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 10 * minute,
})
