/**
 * The states of a request for support access.
 *
 *   requested --grant--> granted --start--> active --end, time, sign-out--> ended
 *     |                 '--end, time--> ended
 *     '--decline--> declined    '--withdraw--> withdrawn    '--7 days--> expired
 */
import type { SupportState } from '@host/plugin/platform'

/** The columns that a state follows from. */
export interface SupportTimes {
  readonly expires_at: string
  readonly decided_at: string | null
  readonly ends_at: string | null
  readonly started_at: string | null
  readonly ended_at: string | null
}

/** The state of a request. @param now ISO 8601 */
export function supportState(times: SupportTimes, now: string): SupportState {
  const { expires_at, decided_at, ends_at, started_at, ended_at } = times
  if (decided_at === null) {
    if (ended_at !== null) return 'withdrawn'
    return expires_at <= now ? 'expired' : 'requested'
  }
  if (ends_at === null) return 'declined'
  if (ended_at !== null || ends_at <= now) return 'ended'
  return started_at === null ? 'granted' : 'active'
}

/** Whether a request in this state keeps its admin from asking again. */
export function isOpenSupport(state: SupportState): boolean {
  return state === 'requested' || state === 'granted' || state === 'active'
}
