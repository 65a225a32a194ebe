import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import { replayChoices } from '../shared.ts'

const minute = 60 * 1000
const hour = 60 * minute

/**
 * Sends one delivery to its endpoint. Only faults of this host fail the job; a failure of the endpoint schedules a
 * retry.
 */
export const deliverJob = defineJob({
  name: 'deliver',
  input: z.strictObject({ deliveryId: z.string(), run: z.number() }),
  attempts: 20,
  timeout: minute,
  usesNetwork: true,
  // A lane is one of the slots of an endpoint, see `laneOf`.
  concurrency: 1,
})

/** Sends deliveries of an endpoint again, from a moment on. */
export const replayJob = defineJob({
  name: 'replay',
  input: z.strictObject({ endpointId: z.string(), since: z.string(), only: z.enum(replayChoices) }),
  timeout: 6 * hour,
})

/** Removes the deliveries of a deleted endpoint. */
export const forgetJob = defineJob({
  name: 'forget',
  input: z.strictObject({ endpointId: z.string() }),
  timeout: hour,
})

/** Removes deliveries that are too old, and secrets that sign no more. */
export const sweepJob = defineJob({ name: 'sweep', input: z.strictObject({}), place: 'instance', timeout: hour })
