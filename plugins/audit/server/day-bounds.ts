/** The days that a report covers, and where they begin. */
export interface DayBounds {
  /** `2026-11-20`, the oldest first, today last. */
  readonly days: readonly string[]
  /** When each day begins, and when the last one ends, in UTC. */
  readonly moments: readonly string[]
  /** When the equally long time before begins, in UTC. */
  readonly before: string
}

/**
 * The last days in the calendar of a time zone: a day with a clock change has 23 or 25 hours.
 * @throws RangeError for an unknown time zone
 */
export function dayBounds(options: {
  readonly days: number
  readonly timeZone: string
  /** Milliseconds since 1970. */
  readonly now: number
}): DayBounds {
  const { days: count, timeZone, now } = options
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const begins = (day: Temporal.PlainDate): string =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
  const first = today.subtract({ days: count - 1 })
  const days = Array.from({ length: count }, (_, index) => first.add({ days: index }))
  return {
    days: days.map((day) => day.toString()),
    moments: [...days, today.add({ days: 1 })].map(begins),
    before: begins(first.subtract({ days: count })),
  }
}
