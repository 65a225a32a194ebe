import type { BadgeTone } from '@host/plugin-sdk'
import type { Job, JobCount } from '../shared.ts'

/** The server counts up to this number. */
const mostCounted = 10_000

/** How a state looks. */
export const stateLooks: Readonly<Record<Job['state'], { readonly icon: string; readonly tone: BadgeTone }>> = {
  running: { icon: 'loader', tone: 'accent' },
  waiting: { icon: 'hourglass', tone: 'neutral' },
  held: { icon: 'circle-pause', tone: 'warning' },
  failed: { icon: 'circle-x', tone: 'danger' },
  done: { icon: 'circle-check', tone: 'positive' },
  cancelled: { icon: 'ban', tone: 'neutral' },
}

/** Several counts as one. */
export interface Tally {
  readonly count: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
  readonly oldestAt: string | undefined
}

/** Adds counts up. */
export function tally(counts: readonly JobCount[]): Tally {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isMore: counts.some(({ count }) => count >= mostCounted),
    oldestAt: counts.map(({ oldestAt }) => oldestAt).toSorted()[0],
  }
}
