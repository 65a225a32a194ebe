import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, isSameJson } from './canonical-json.ts'

test('canonical JSON is JSON of the same value, and the same for any order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      assert.equal(canonicalJson(reversed(value)), text)
    }),
  )
})

test('values without JSON are refused, and missing members are as if they were not there', () => {
  for (const value of [undefined, Number.NaN, 1n, () => 1, new Date(), new Map()]) {
    assert.throws(() => canonicalJson({ value: [value] }), TypeError)
  }
  assert.ok(isSameJson({ a: 1, b: undefined }, { a: 1 }))
  assert.ok(!isSameJson([1, 2], [2, 1]))
})

/** The same value with its keys in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  // Defined, since a plain assignment to `__proto__` would be lost.
  const copy = {}
  for (const [key, each] of Object.entries(value).toReversed()) {
    Object.defineProperty(copy, key, { value: reversed(each), enumerable: true })
  }
  return copy
}
