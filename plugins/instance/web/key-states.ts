import type { BadgeTone } from '@host/plugin-sdk'
import type { IdempotencyKeyCount } from '../shared.ts'

type State = IdempotencyKeyCount['state']

/** What the server counts up to. */
const mostCounted = 10_000

export const keyIcons: Readonly<Record<State, string>> = {
  in_flight: 'hourglass',
  stored: 'archive',
  stored_without_body: 'archive-x',
}

export const keyTones: Readonly<Record<State, BadgeTone>> = {
  in_flight: 'accent',
  stored: 'positive',
  stored_without_body: 'warning',
}

/** Several counts as one. */
export interface Tally {
  readonly count: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
  readonly oldestAt: string | undefined
}

/** Adds counts up. */
export function tally(counts: readonly IdempotencyKeyCount[]): Tally {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isMore: counts.some(({ count }) => count >= mostCounted),
    oldestAt: counts.map(({ oldestAt }) => oldestAt).toSorted()[0],
  }
}
