import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClockDriftGuard } from './clock-drift-guard.ts'

const minute = 60_000
const year = 365 * 24 * 60 * minute

test('a clock is stable an hour after it was last set by more than a correction', () => {
  let [now, steady] = [Date.UTC(2026, 0, 1), 0]
  const pass = (milliseconds: number): void => {
    now += milliseconds
    steady += milliseconds
  }
  const guard = new ClockDriftGuard(
    () => now,
    () => steady,
  )
  pass(59 * minute)
  now += 900
  assert.equal(guard.isStable(), false)
  pass(minute)
  assert.equal(guard.isStable(), true)
  now += year
  assert.equal(guard.isStable(), false)
  pass(59 * minute)
  assert.equal(guard.isStable(), false)
  pass(minute)
  assert.equal(guard.isStable(), true)
  now -= year
  assert.equal(guard.isStable(), false)
})
