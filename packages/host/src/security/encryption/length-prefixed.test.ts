import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { lengthPrefixed } from './length-prefixed.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 100_000 : 1_000
const texts = fc.array(
  fc.option(fc.string({ unit: fc.constantFrom('a', '1', ':', '|', '-', '🔑'), maxLength: 3 }), { nil: undefined }),
  {
    maxLength: 4,
  },
)

test('two lists of texts have the same bytes only when they are the same list', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const isSame = one.length === other.length && one.every((text, place) => text === other[place])
      assert.equal(lengthPrefixed(one).equals(lengthPrefixed(other)), isSame)
    }),
    { numRuns },
  )
})

test('a boundary that moves, and a text that is left out instead of empty, make other bytes', () => {
  const lists = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
    ['abc', ''],
    ['abc', undefined],
    ['', 'abc'],
    [undefined, 'abc'],
    [],
  ]
  assert.equal(new Set(lists.map((list) => lengthPrefixed(list).toString('hex'))).size, lists.length)
})
