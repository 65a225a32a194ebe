import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'

/** Sends a message to its recipients of one domain, again and again until each has a result. */
export const sendJob = defineJob({
  name: 'send',
  input: z.strictObject({ outgoingId: z.string(), domain: z.string() }),
  usesNetwork: true,
  // Failures of servers are results; these are for the database.
  attempts: 50,
  timeout: 900_000,
})
