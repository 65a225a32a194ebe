import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyBucket } from './bucket.ts'
import { Problem } from './errors.ts'

test('every bucket from the first to the last is there, in order', () => {
  assert.deepEqual(everyBucket('month', ['2026-02-01', '2025-11-01']), [
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  assert.deepEqual(everyBucket('week', ['2026-02-23', '2026-03-09']), ['2026-02-23', '2026-03-02', '2026-03-09'])
  assert.deepEqual(everyBucket('day', ['2026-02-28', '2026-03-01', '2026-02-28']), ['2026-02-28', '2026-03-01'])
})

test('one day is one bucket, and none are none', () => {
  assert.deepEqual(everyBucket('month', ['2026-02-01']), ['2026-02-01'])
  assert.deepEqual(everyBucket('month', []), [])
})

test('dates that are too far apart are refused before they fill the memory', () => {
  for (const unit of ['day', 'week', 'month'] as const) {
    assert.throws(
      () => everyBucket(unit, ['0001-01-01', '9999-12-31']),
      (error) => error instanceof Problem && error.code === 'bad_request',
    )
  }
})
