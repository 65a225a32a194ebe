import type { Digest } from './own-preferences.ts'

/**
 * When the next email that puts notifications together is due, after `now`: at the full hour of the person's own day. An hour
 * that the clock leaves out comes right after it.
 * @param now milliseconds since 1970
 */
export function nextDigest(now: number, { every, hour, weekday }: Digest, timeZone: string): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = here.toPlainDate()
  const first = every === 'week' ? (weekday - today.dayOfWeek + 7) % 7 : 0
  const at = (days: number): number =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
  const next = at(first)
  return next > now ? next : at(first + (every === 'week' ? 7 : 1))
}
