import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meetsGoal } from '../benchmark.ts'
import { compareDifference, compareRatio, compareSpeed, standAlone } from './compare.ts'

const about = { what: 'A request', measure: 'CPU per request', unit: 'µs' as const }
const subject = { name: 'host', values: [20, 40, 30] }
const baseline = { name: 'bare', values: [10, 10, 30] }

test('speed is the share of the baseline, compared round by round before the median is taken', () => {
  const row = compareSpeed({ ...about, subject, baseline })
  assert.deepEqual(row.compared, { value: 0.5, unit: '×' })
  assert.deepEqual(row.spread, [0.375, 0.75])
  assert.deepEqual(row.absolute, { value: 30, unit: 'µs' })
  assert.deepEqual(row.baseline, { value: 10, unit: 'µs' })
  assert.equal(row.against, 'bare')
})

test('a ratio says how many times the baseline, a difference how much more', () => {
  assert.deepEqual(compareRatio({ ...about, subject, baseline }).compared, { value: 2, unit: '×' })
  assert.deepEqual(compareDifference({ ...about, subject, baseline }).compared, { value: 10, unit: 'µs' })
})

test('series of different rounds are not compared', () => {
  assert.throws(() => compareSpeed({ ...about, subject, baseline: { name: 'bare', values: [10] } }), /same rounds/)
})

test('a goal is met at its bound, from either side', () => {
  const row = standAlone({ ...about, subject })
  assert.equal(meetsGoal(row), undefined)
  assert.equal(meetsGoal({ ...row, goal: { atMost: 30 } }), true)
  assert.equal(meetsGoal({ ...row, goal: { atMost: 29.9 } }), false)
  assert.equal(meetsGoal({ ...row, goal: { atLeast: 30 } }), true)
  assert.equal(meetsGoal({ ...row, goal: { atLeast: 30.1 } }), false)
})
