import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, quantile } from './median.ts'

test('the median is the middle value, or lies between the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([10, 1, 4, 6]), 5)
  assert.equal(median([7]), 7)
})

test('a quantile counts from the smallest to the largest, as numbers', () => {
  assert.equal(quantile([100, 9, 20], 0), 9)
  assert.equal(quantile([100, 9, 20], 1), 100)
  assert.equal(quantile([1, 2, 3, 4, 5], 0.75), 4)
})

test('without a value there is no median', () => {
  assert.throws(() => median([]), RangeError)
})
