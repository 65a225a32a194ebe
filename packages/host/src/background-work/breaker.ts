/**
 * When the background work of a plugin pauses and resumes. Times are milliseconds of the host's clock.
 *
 *            afterAttempts: 20 failures in a row, long enough
 *   closed ───────────────────────────────────────────────► open ◄──────────────┐
 *     ▲                                                     │ │                 │ afterAttempts: it failed,
 *     ├───────── afterAttempts: one succeeded, or resumed ─────┘ │ onTrial:        │ the pause is doubled
 *     │                                                       ▼ the pause is over
 *     └───────── afterAttempts: it succeeded, or resumed ───── half open ──────────┘
 *
 * Closed without a failure is `undefined`: a healthy plugin costs no row. A success anywhere on the deployment ends a
 * row of failures, so a workspace with bad data pauses no plugin while others succeed. As long as all failures belong
 * to one workspace, the row must have lasted longer, so that the others have had time to succeed.
 *
 * An end that lies further ahead than a pause is long was written by a clock that has been set back since; it counts as
 * reached.
 */

import { clockTolerance } from '../jobs/clock-tolerance.ts'

/** A plugin whose background work has failed since it last succeeded. */
export interface Streak {
  /** AttemptResults in a row that failed. */
  readonly failures: number
  /** When the first of them did. */
  readonly failingSince: number
  /** The one workspace where all of them did; null for several, and for work of the instance. */
  readonly place: string | null
  /** The message of the last fault. */
  readonly fault: string
  /** Undefined while closed. */
  readonly paused: Pause | undefined
}

/** A pause, from its begin to the success that ends it. */
export interface Pause {
  readonly since: number
  /** How long it lasts until one job is tried; doubled by each that fails. */
  readonly length: number
  readonly until: number
  /** Half open: one job is on trial until then at the latest; undefined while open. */
  readonly trialUntil: number | undefined
}

/** How tries ended, in their order; those after the last success count. */
export interface AttemptResults {
  readonly hasSuccess: boolean
  readonly failures: number
  readonly failingSince: number
  readonly place: string | null
  readonly fault: string
}

/** When a row of failures is long enough. */
export const breakerRule = Object.freeze({
  failures: 20,
  /** Where several workspaces are concerned, or the instance. */
  least: 30_000,
  /** Where one workspace alone is. */
  leastOfOne: 10 * 60_000,
  firstPause: 5 * 60_000,
  longestPause: 2 * 60 * 60_000,
  /** A trial whose process died is forgotten then. */
  trial: 10 * 60_000,
})

/** The state after some attempts; undefined when the plugin is healthy. */
export function afterAttempts(before: Streak | undefined, tries: AttemptResults, now: number): Streak | undefined {
  const from = tries.hasSuccess ? undefined : before
  if (tries.failures === 0) return from
  const streak: Streak = {
    failures: (from?.failures ?? 0) + tries.failures,
    failingSince: Math.min(from?.failingSince ?? tries.failingSince, tries.failingSince),
    place: from === undefined || from.place === tries.place ? tries.place : null,
    fault: tries.fault,
    paused: undefined,
  }
  return { ...streak, paused: from?.paused === undefined ? begun(streak, now) : failedAgain(from.paused, now) }
}

/** One job may be tried: half open. Undefined while its time has not come, or another one is on trial. */
export function onTrial(streak: Streak | undefined, now: number): Streak | undefined {
  const paused = streak?.paused
  if (streak === undefined || paused === undefined || isAhead(paused.until, paused.length, now)) return undefined
  if (isTried(paused, now)) return undefined
  return { ...streak, paused: { ...paused, trialUntil: now + breakerRule.trial } }
}

/** Whether a job is on trial. */
export function isTried({ trialUntil = 0 }: Pause, now: number): boolean {
  return isAhead(trialUntil, breakerRule.trial, now)
}

/** Whether the end of such a period is still ahead. */
function isAhead(end: number, length: number, now: number): boolean {
  return now < end && end <= now + length + clockTolerance
}

function begun({ failures, failingSince, place }: Streak, now: number): Pause | undefined {
  const least = place === null ? breakerRule.least : breakerRule.leastOfOne
  if (failures < breakerRule.failures || now - failingSince < least) return undefined
  return { since: now, length: breakerRule.firstPause, until: now + breakerRule.firstPause, trialUntil: undefined }
}

/** Failures in an open pause began before it, and change nothing. */
function failedAgain(paused: Pause, now: number): Pause {
  if (paused.trialUntil === undefined) return paused
  const length = Math.min(paused.length * 2, breakerRule.longestPause)
  return { ...paused, length, until: now + length, trialUntil: undefined }
}
