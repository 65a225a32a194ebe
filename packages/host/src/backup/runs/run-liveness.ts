import type { RunState } from '../../models/backup.ts'

/** How often a process that runs one writes that it lives, and after how long without it is lost, in milliseconds. */
export const seenEvery = 30_000
const lostAfter = 300_000

/** The columns of a run that tell whether its process lives. */
export interface SeenRun {
  readonly state: RunState
  readonly started_at: string
  readonly seen_at: string | null
}

/** Whether a run is running: the process of one that says so may have died. @param now milliseconds since 1970 */
export function isAlive({ state, started_at, seen_at }: SeenRun, now: number): boolean {
  return state === 'running' && now - Date.parse(seen_at ?? started_at) < lostAfter
}
