import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDigest } from './next-digest.ts'
import { quietUntil, type QuietZone } from './quiet-until.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai', 'America/St_Johns']
/** Days around changes of the clock in these zones, and plain ones. */
const days = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31', '2026-07-15']
const spans: readonly (readonly [from: string, to: string])[] = [
  ['22:00', '07:00'],
  ['00:00', '02:30'],
  ['01:30', '03:15'],
  ['09:00', '17:30'],
  ['23:59', '00:01'],
]
const minute = 60_000
const at = (text: string): number => Date.parse(text)

const walls = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
)

/** Whether the local time is quiet: an independent definition to test the function against. */
function isQuiet(moment: number, { from, to, timeZone }: QuietZone): boolean {
  const shown = walls.get(timeZone)?.format(moment) ?? ''
  return from < to ? shown >= from && shown < to : shown >= from || shown < to
}

const places: readonly QuietZone[] = zones.flatMap((timeZone) => spans.map(([from, to]) => ({ from, to, timeZone })))
const moments = days.flatMap((day) =>
  Array.from({ length: 30 }, (_, step) => at(`${day}T00:00:00Z`) + step * 97 * minute),
)

test('quiet hours end at the first moment that is not quiet, in every zone and over every change of the clock', () => {
  let quiet = 0
  for (const hours of places) {
    for (const now of moments) {
      const end = quietUntil(now, hours)
      const where = `${JSON.stringify(hours)} ${new Date(now).toISOString()} -> ${new Date(end).toISOString()}`
      assert.equal(isQuiet(end, hours), false, where)
      const wasQuiet = isQuiet(now, hours)
      assert.equal(wasQuiet, end > now, where)
      if (wasQuiet) assert.ok(end - now <= 24 * 60 * minute && isQuiet(end - minute, hours), where)
      quiet += Number(wasQuiet)
    }
  }
  assert.ok(quiet > 1_000)
})

test('quiet hours over midnight end the next morning, also when the clock is put forward in between', () => {
  const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
  assert.equal(quietUntil(at('2026-03-28T21:30:00Z'), night), at('2026-03-29T05:00:00Z'))
  assert.equal(quietUntil(at('2026-03-28T20:59:00Z'), night), at('2026-03-28T20:59:00Z'))
  assert.equal(quietUntil(at('2026-10-24T21:30:00Z'), night), at('2026-10-25T06:00:00Z'))
})

test('a letter that puts notifications together is due at the hour of its reader, each day or on their day of the week', () => {
  const daily = { every: 'day', hour: 8, weekday: 1 } as const
  assert.equal(nextDigest(at('2026-03-28T06:59:00Z'), daily, 'Europe/Berlin'), at('2026-03-28T07:00:00Z'))
  assert.equal(nextDigest(at('2026-03-28T07:00:00Z'), daily, 'Europe/Berlin'), at('2026-03-29T06:00:00Z'))
  const weekly = { every: 'week', hour: 8, weekday: 5 } as const
  assert.equal(nextDigest(at('2026-07-15T12:00:00Z'), weekly, 'UTC'), at('2026-07-17T08:00:00Z'))
  assert.equal(nextDigest(at('2026-07-17T08:00:00Z'), weekly, 'UTC'), at('2026-07-24T08:00:00Z'))
})
