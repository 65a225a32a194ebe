import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSignature } from './seen-signatures.ts'

const oldest = 1_000

test('signatures are stored as long as they are accepted, in any order of their times', () => {
  const seen = [
    { mac: 'a', time: 999 },
    { mac: 'b', time: 1_000 },
    { mac: 'c', time: 1_600 },
  ]
  assert.deepEqual(withSignature(seen, { mac: 'd', time: 1_200, oldest }), [
    ...seen.slice(1),
    { mac: 'd', time: 1_200 },
  ])
  assert.throws(() => withSignature(seen, { mac: 'b', time: 1_000, oldest }), { code: 'clock' })
})

test('a key has at most 1,000 of them', () => {
  const seen = Array.from({ length: 1_000 }, (_, index) => ({ mac: `${index}`, time: oldest }))
  assert.throws(() => withSignature(seen, { mac: 'new', time: oldest, oldest }), { code: 'servfail' })
  assert.equal(withSignature(seen, { mac: 'new', time: oldest + 1, oldest: oldest + 1 }).length, 1)
})
