import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pageAfter } from './cursor.ts'

const keys = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed()),
  { maxLength: 40 },
)
const keyOf = (key: string): string => key

test('page after page, a list is given whole, each item once and in its order', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 10 }), (all, size) => {
      const given: string[] = []
      let cursor: string | undefined
      do {
        const page = pageAfter(all, { cursor, size, keyOf })
        assert.ok(page.items.length <= size)
        given.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      assert.deepEqual(given, all)
    }),
  )
})

test('insertions and deletions before a cursor shift nothing after it', () => {
  fc.assert(
    fc.property(keys, keys, fc.nat(), (all, more, at) => {
      fc.pre(all.length > 1)
      const place = at % (all.length - 1)
      const { nextCursor } = pageAfter(all, { cursor: undefined, size: place + 1, keyOf })
      const kept = all.slice(place)
      const others = more.filter((key) => !all.includes(key))
      const { items } = pageAfter([...others, ...kept], { cursor: nextCursor, size: 100, keyOf })
      assert.deepEqual(items, all.slice(place + 1))
    }),
  )
})

test('any other cursor is refused with the next step', () => {
  fc.assert(
    fc.property(keys, fc.string(), (all, cursor) => {
      fc.pre(!all.includes(Buffer.from(cursor, 'base64url').toString()))
      assert.throws(() => pageAfter(all, { cursor, size: 5, keyOf }), /The cursor is invalid/)
    }),
  )
})
