import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LinkedList, ListItem } from './linked-list.ts'

class Numbered extends ListItem {
  readonly number: number

  constructor(number: number) {
    super()
    this.number = number
  }
}

test('a list keeps the order of a Set, whatever joins and leaves', () => {
  const step = fc.record({ item: fc.nat({ max: 7 }), joins: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const items = Array.from({ length: 8 }, (_, number) => new Numbered(number))
      const list = new LinkedList<Numbered>()
      const expected = new Set<Numbered>()
      for (const { item: number, joins } of steps) {
        const item = items[number] as Numbered
        if (!joins) assert.equal(list.remove(item), expected.delete(item))
        else if (!expected.has(item)) {
          list.add(item)
          expected.add(item)
        }
        assert.equal(list.first, expected.values().next().value)
      }
      const left: number[] = []
      for (let { first } = list; first !== undefined; { first } = list) {
        left.push(first.number)
        list.remove(first)
      }
      assert.deepEqual(
        left,
        [...expected].map(({ number }) => number),
      )
    }),
  )
})
