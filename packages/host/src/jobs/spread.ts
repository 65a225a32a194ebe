import { createHash } from 'node:crypto'
import type { CronLine } from './cron-line.ts'

/** The longest that a job of a workspace waits after the time of its schedule, in milliseconds. */
export const longestSpread = 600_000

/** Over how many milliseconds the jobs of a time are spread: at most half the interval, so that each ends before the next time. */
export function spreadAt(line: CronLine, slot: number): number {
  return Math.min(longestSpread, (line.after(slot) - slot) / 2)
}

/** When a workspace has its turn: from 0, below 1, and always the same, so that its jobs keep their interval. */
export function turnOf(schedule: string, orgId: string): number {
  return createHash('sha256').update(`${schedule} ${orgId}`).digest().readUInt32BE(0) / 2 ** 32
}
