import type { BadgeTone } from '@host/plugin-sdk'
import type { IdempotencyKeyCount } from '../shared.ts'

type State = IdempotencyKeyCount['state']

/** The server counts up to this number. */
const mostCounted = 10_000

/** How a state looks. */
export const keyLooks: Readonly<Record<State, { readonly icon: string; readonly tone: BadgeTone }>> = {
  in_flight: { icon: 'hourglass', tone: 'accent' },
  stored: { icon: 'archive', tone: 'positive' },
  stored_without_body: { icon: 'archive-x', tone: 'warning' },
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
