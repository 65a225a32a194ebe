import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'

const minute = 60 * 1000

/** Checks one domain when it is due, and comes again. Only faults of this host fail the job. */
export const checkJob = defineJob({
  name: 'check',
  input: z.strictObject({ domainId: z.string() }),
  attempts: 50,
  timeout: minute,
  usesNetwork: true,
  concurrency: 2,
})

/** Reads one zone from its provider, records what changed outside, and comes again. */
export const refreshJob = defineJob({
  name: 'refresh',
  input: z.strictObject({ zoneId: z.string() }),
  attempts: 50,
  timeout: 2 * minute,
  usesNetwork: true,
  concurrency: 2,
})

/** Checks the watched record sets of one zone that are due, and comes again. */
export const watchJob = defineJob({
  name: 'watch',
  input: z.strictObject({ zoneId: z.string() }),
  attempts: 50,
  timeout: 5 * minute,
  usesNetwork: true,
  concurrency: 2,
})

/**
 * Notifies the secondaries of a zone that is served here, also where the feature is off. One that does not answer takes 7
 * seconds.
 */
export const notifyJob = defineJob({
  name: 'notify-secondaries',
  input: z.strictObject({ orgId: z.string(), name: z.string() }),
  place: 'instance',
  attempts: 3,
  timeout: minute,
  usesNetwork: true,
  concurrency: 8,
})

/** Looks up the targets of ALIAS records that are due, of all workspaces: zones are answered also where the feature is off. */
export const aliasJob = defineJob({
  name: 'follow-aliases',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 2 * minute,
  usesNetwork: true,
})

/** Gives zones whose checks or reads are overdue a new job when theirs has ended. */
export const resumeJob = defineJob({
  name: 'resume-watches',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 5 * minute,
})
