import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { mostTries, nextDelay, readRetryAfter } from './retry-schedule.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const runs = process.env['HOST_SOAK'] === '1' ? 100_000 : 500

test('a delivery is tried at once, after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, and no more', () => {
  const delays = Array.from({ length: mostTries }, (_, index) =>
    nextDelay({ tries: index + 1, retryAfter: undefined, random: 0 }),
  )
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour)
  assert.deepEqual(delays, [5_000, 5 * minute, 30 * minute, ...hours, undefined])
  const all = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)
  assert.ok(all > 3 * day && all < 3.5 * day)
})

test('waiting is drawn out by less than a tenth, never shortened, and a wish of the endpoint holds up to a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: mostTries - 1 }), random, fc.nat(10 * day), (tries, chance, wanted) => {
      const least = nextDelay({ tries, retryAfter: undefined, random: 0 }) ?? 0
      const usual = nextDelay({ tries, retryAfter: undefined, random: chance }) ?? 0
      assert.ok(usual >= least && usual <= least * 1.1 + 1)
      const asked = nextDelay({ tries, retryAfter: wanted, random: chance }) ?? 0
      assert.ok(asked >= Math.min(wanted, day) && asked >= least && asked <= Math.max(usual, day))
      assert.equal(nextDelay({ tries: tries + mostTries, retryAfter: wanted, random: chance }), undefined)
    }),
    { numRuns: runs },
  )
})

test('Retry-After is seconds or a date, and anything else is not a wish', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  for (const [header, wanted] of [
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    [null, undefined],
  ] as const) {
    assert.equal(readRetryAfter(header, now), wanted, String(header))
  }
})
