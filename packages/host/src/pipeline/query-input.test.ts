import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryInput } from './query-input.ts'
import { UnknownProperties } from '../request/unknown-properties.ts'

/** A query that counts how often it is looked through from its beginning. */
class CountedQuery extends URLSearchParams {
  looks = 0

  override getAll(name: string): string[] {
    this.looks += 1
    return super.getAll(name)
  }
}

test('a query of many names is not looked through for each of them, and each has all of its texts', () => {
  const query = new CountedQuery('name1=a&name2=b&name1=c')
  const input = queryInput(query, new UnknownProperties({ type: 'object', properties: {} }))
  assert.deepEqual(input, { name1: ['a', 'c'], name2: 'b' })
  assert.equal(query.looks, 0)
})
