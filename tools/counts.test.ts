import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCounts, readCounts, sumCounts } from './counts.ts'

test('counts are read back as they were written', () => {
  for (const counts of [
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 0, failed: 12, skipped: 4 },
  ]) {
    assert.deepEqual(readCounts(`noise\n${formatCounts(counts)}\n`), counts)
  }
})

test('only the last line counts', () => {
  assert.equal(readCounts('3 passed, 0 failed\nand then it crashed'), undefined)
  assert.equal(readCounts(''), undefined)
})

test('a sum adds each kind', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  assert.deepEqual(sumCounts([one, one]), { passed: 2, failed: 4, skipped: 6 })
})
