const shortest = 30_000
const longest = 3_600_000
const whole = 24 * 3_600_000

/**
 * How long a message that did not come through waits for its next try: as long as it has been under way already, within
 * half a minute and an hour; undefined after a day.
 * @param dueAt when it was to be sent first, in milliseconds since 1970
 */
export function nextAttempt(now: number, dueAt: number): number | undefined {
  const underWay = now - dueAt
  if (underWay >= whole) return undefined
  return Math.min(Math.max(underWay, shortest), longest)
}
