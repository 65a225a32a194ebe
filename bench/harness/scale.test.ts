import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScale } from './scale.ts'

test('a run has at least five rounds, and fewer make it a trial', () => {
  assert.ok(readScale({}).rounds >= 5)
  assert.equal(readScale({}).isTrial, false)
  assert.equal(readScale({ HOST_BENCH_ROUNDS: '4' }).isTrial, true)
  assert.equal(readScale({ HOST_BENCH_ROUNDS: '5' }).isTrial, false)
})

test('an invalid number of rounds is refused with a sentence', () => {
  for (const text of ['', '0', 'many', '1.5', '-3', '100']) {
    assert.throws(() => readScale({ HOST_BENCH_ROUNDS: text }), /HOST_BENCH_ROUNDS: ".*" is not a number of rounds/)
  }
})
