import type { QuietHours } from './own-preferences.ts'

/** Quiet hours of a user and their time zone. */
export interface QuietZone extends QuietHours {
  readonly timeZone: string
}

/**
 * The first moment from `now` on that is not quiet in that zone's local time: `now` itself outside quiet hours. When
 * local time jumps, the end may come with the jump, or twice.
 * @param now milliseconds since 1970
 */
export function quietUntil(now: number, { from, to, timeZone }: QuietZone): number {
  const isQuiet = quietIn(from, to)
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  if (!isQuiet(here)) return now
  const jump = here.getTimeZoneTransition('next')
  const ends = [0, 1].flatMap((days) => endsOn(here.toPlainDate().add({ days }), to, timeZone))
  const moments = [...ends, ...(jump === null ? [] : [jump])].filter(
    (moment) => moment.epochMilliseconds > now && !isQuiet(moment),
  )
  return Math.min(...moments.map(({ epochMilliseconds }) => epochMilliseconds))
}

/** A time of a day, which comes twice when the clock is put back over it. */
function endsOn(day: Temporal.PlainDate, time: string, timeZone: string): readonly Temporal.ZonedDateTime[] {
  const there = day.toPlainDateTime(Temporal.PlainTime.from(time))
  return (['earlier', 'later'] as const).map((disambiguation) => there.toZonedDateTime(timeZone, { disambiguation }))
}

function quietIn(from: string, to: string): (moment: Temporal.ZonedDateTime) => boolean {
  return (moment) => {
    const time = moment.toPlainTime().toString({ smallestUnit: 'minute' })
    return from < to ? time >= from && time < to : time >= from || time < to
  }
}
