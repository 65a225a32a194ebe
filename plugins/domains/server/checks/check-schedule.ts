import { domainLimits } from '../../shared.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour

const firstDelay = minute
const longestDelay = 4 * hour

/** Milliseconds until the next check of a pending domain: doubled each time, up to four hours. */
export function pendingDelay(attempts: number): number {
  return Math.min(firstDelay * 2 ** Math.min(attempts, 20), longestDelay)
}

/** Milliseconds until the next check of a domain that fails. */
export const failingDelay = day

/** Milliseconds until the next check of a domain that is verified. */
export const verifiedDelay = domainLimits.reverifyDays * day

/** How long an unverified domain stays. */
export const pendingTime = domainLimits.pendingDays * day

/** How long a domain may fail. */
export const failingTime = domainLimits.failingDays * day

/** How long a job waits when all slots are in use. */
export const busyDelay = minute / 2

/** A moment that many milliseconds after another, as a row has it. */
export function momentAfter(at: number, delay = 0): string {
  return new Date(at + delay).toISOString()
}
