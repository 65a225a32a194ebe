import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CronLine } from './cron-line.ts'

/** With changes of an hour and of half an hour, at night and at midnight, in both halves of the year, and without any. */
const zones = [
  'Africa/Cairo',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Auckland',
  'UTC',
] as const

const first = Date.UTC(2024, 0, 1)
const last = Date.UTC(2032, 0, 1)

/** The moment of a local time: the first one where it comes twice, and the change of the clocks where it is skipped. */
function momentOf(local: Temporal.PlainDateTime, zone: string): number {
  const found = local.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds
  const before = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.NaN
}

/** The first moment after `from`, found day by day. */
function expected(from: number, zone: string, { hour, minute, weekday }: Line): number {
  let day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 })
  for (;;) {
    const moment = momentOf(day.toPlainDateTime({ hour, minute }), zone)
    if (moment > from && (weekday === undefined || day.dayOfWeek === weekday)) return moment
    day = day.add({ days: 1 })
  }
}

interface Line {
  readonly hour: number
  readonly minute: number
  /** From 1, Monday. */
  readonly weekday: number | undefined
}

const anyLine = fc.record({
  // Most clocks change in the first hours.
  hour: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
  minute: fc.integer({ min: 0, max: 59 }),
  weekday: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
})

/** Any moment, or one within two days of a change of the clocks. */
const anyMoment = fc.record({
  near: fc.boolean(),
  at: fc.integer({ min: first, max: last }),
  before: fc.integer({ min: 0, max: 2 * 86_400_000 }),
})

test('§P98 a cron line comes at the first moment of its local time on each day, and when the clocks change where they skip it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyLine, anyMoment, (zone, line, { near, at, before }) => {
      const { hour, minute, weekday } = line
      const change = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
      const from = near && change !== null ? change.epochMilliseconds - before : at
      const cron = new CronLine(`${minute} ${hour} * * ${weekday ?? '*'}`, zone)
      assert.equal(
        iso(cron.after(from)),
        iso(expected(from, zone, line)),
        `${minute} ${hour} in ${zone} after ${iso(from)}`,
      )
    }),
    { numRuns: 1_500 },
  )
})

function iso(moment: number): string {
  return new Date(moment).toISOString()
}
