import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentMap } from './recent-map.ts'

test('it never holds more than twice its capacity, and drops what was unused the longest', () => {
  const map = new RecentMap<number, number>(100)
  for (let key = 0; key < 1000; key += 1) {
    map.set(key, key)
    assert.equal(map.get(0), 0, 'what is read stays')
  }
  const kept = Array.from({ length: 1000 }, (_, key) => key).filter((key) => map.get(key) !== undefined)
  assert.ok(kept.length <= 200)
  assert.equal(map.get(999), 999)
  assert.equal(map.get(1), undefined)
})

test('a deleted value is gone from both generations', () => {
  const map = new RecentMap<string, number>(1)
  map.set('a', 1)
  map.set('b', 2)
  map.set('b', 3)
  map.delete('a')
  assert.equal(map.get('a'), undefined)
  map.set('c', 4)
  map.deleteWhere((value) => value > 2)
  assert.deepEqual([map.get('b'), map.get('c')], [undefined, undefined])
})
