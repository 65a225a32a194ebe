/**
 * The state of a watched record set after a check.
 *
 *   right --wrong once--> right (state shows it) --wrong again--> failing --every server has it--> right
 *
 * A failed lookup is shown, and neither counts as wrong nor ends a failure.
 */
import type { RecordCheck, RecordOutcome } from '../../shared.ts'

const minute = 60_000
const hour = 60 * minute

/** Milliseconds until the first check after a change. */
export const firstWatchDelay = 2 * minute
const retryDelay = 5 * minute
const longestDelay = 6 * hour
const spread = 30 * minute
/** Checks in a row that find it wrong before anyone is notified. */
const failuresUntilKnown = 2

/** What a row says before a check. */
export interface WatchBefore {
  readonly id: string
  readonly state: RecordOutcome | null
  readonly since: string | null
  readonly is_failing: boolean
  readonly failures: number
  readonly attempts: number
}

/** The row after a check, and the milliseconds until the next one. */
export interface WatchAfter extends Omit<WatchBefore, 'id'> {
  readonly delay: number
}

/** @param check the result, or the part of it that decides */
export function nextWatch(row: WatchBefore, check: Pick<RecordCheck, 'outcome' | 'at'>): WatchAfter {
  const { outcome, at } = check
  const base = { state: outcome, since: row.state === outcome ? row.since : at }
  const isRight = outcome === 'ok' || outcome === 'propagating'
  if (isRight) {
    const delay = outcome === 'ok' ? longestDelay - spreadOf(row.id) : 3 * retryDelay
    return { ...base, is_failing: false, failures: 0, attempts: 0, delay }
  }
  const failures = outcome === 'lookup_failed' ? row.failures : row.failures + 1
  const delay = Math.min(retryDelay * 2 ** Math.min(row.attempts, 10), longestDelay)
  const isFailing = row.is_failing || failures >= failuresUntilKnown
  return { ...base, is_failing: isFailing, failures, attempts: row.attempts + 1, delay }
}

/** Milliseconds that keep the checks of many record sets apart, the same for each check of one. */
function spreadOf(id: string): number {
  let sum = 0
  for (const unit of id) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % spread
  return sum
}
