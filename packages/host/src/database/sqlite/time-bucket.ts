/**
 * The day, week or month of a stored time in a time zone, as the date of its first day. PostgreSQL has it built in; its
 * weeks begin on Monday, too.
 */
export function timeBucket(time: unknown, unit: unknown, timeZone: unknown): string | null {
  if (typeof time !== 'string') return null
  const day = Temporal.Instant.from(time).toZonedDateTimeISO(String(timeZone)).toPlainDate()
  if (unit === 'month') return day.with({ day: 1 }).toString()
  return (unit === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day).toString()
}
