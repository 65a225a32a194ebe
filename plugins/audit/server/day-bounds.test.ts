import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayBounds } from './day-bounds.ts'

const now = Date.parse('2026-11-20T20:00:00.000Z')

test('days begin where the reader is', () => {
  assert.deepEqual(dayBounds({ days: 2, timeZone: 'UTC', now }), {
    days: ['2026-11-19', '2026-11-20'],
    moments: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    before: '2026-11-17T00:00:00.000Z',
  })
  assert.deepEqual(dayBounds({ days: 1, timeZone: 'Asia/Shanghai', now }), {
    days: ['2026-11-21'],
    moments: ['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    before: '2026-11-19T16:00:00.000Z',
  })
})

test('a day on which clocks are put back has 25 hours', () => {
  const { moments } = dayBounds({ days: 1, timeZone: 'Europe/Berlin', now: Date.parse('2026-10-25T12:00:00.000Z') })
  assert.deepEqual(moments, ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

test('an unknown time zone is an error', () => {
  assert.throws(() => dayBounds({ days: 1, timeZone: 'Mars/Olympus', now }), RangeError)
})
