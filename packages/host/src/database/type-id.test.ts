import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TypeIds } from './type-id.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function bitsOf(id: string): bigint {
  return Array.from(id.slice(id.indexOf('_') + 1)).reduce(
    (bits, email) => (bits << 5n) | BigInt(alphabet.indexOf(email)),
    0n,
  )
}

test('an id is its prefix and a UUID of version 7 with its time', () => {
  const now = Date.UTC(2026, 0, 31, 8, 15)
  const id = new TypeIds().next('note', now)
  assert.match(id, /^note_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  const bits = bitsOf(id)
  assert.equal(bits >> 80n, BigInt(now))
  assert.equal((bits >> 76n) & 0xfn, 7n)
  assert.equal((bits >> 62n) & 0x3n, 2n)
})

test('ids ascend, within a millisecond, over the end of its counter and when the clock steps back', () => {
  const ids = new TypeIds()
  const made = Array.from({ length: 10_000 }, (_, place) => ids.next('x', 1_000_000 - (place > 9_000 ? 500 : 0)))
  assert.deepEqual(made, made.toSorted())
  assert.equal(new Set(made).size, made.length)
})
