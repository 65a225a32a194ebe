import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { CompactMap } from './compact-map.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 2_000 : 100
/** Few hashes, so that keys collide. */
const hashOf = (key: string): number => (key.length * 31 + (key.charCodeAt(0) || 0)) % 7

suite('a compact map', () => {
  test('holds what a map holds, whatever is set and deleted, also where hashes collide', () => {
    const key = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 6,
    })
    const value = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    })
    const step = fc.oneof(fc.record({ key, value }), fc.record({ key, value: fc.constant(undefined) }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const [map, model] = [new CompactMap(), new Map<string, string>()]
        for (const { key: at, value: text } of steps) {
          if (text === undefined) {
            map.delete(hashOf(at), at)
            model.delete(at)
          } else {
            map.set(hashOf(at), { key: at, value: text, since: 1 })
            model.set(at, text)
          }
        }
        assert.equal(map.size, model.size)
        for (const { key: at } of steps) {
          const entry = map.find(hashOf(at), at)
          assert.equal(entry === undefined ? undefined : map.valueOf(entry), model.get(at))
        }
      }),
      { numRuns: runs },
    )
  })

  test('gives back the memory of what was changed, and keeps the rest right', () => {
    const map = new CompactMap()
    const model = new Map<string, string>()
    const random = (most: number): number => Math.floor(Math.random() * most)
    const mix = (text: string): number =>
      [...text].reduce((sum, each) => Math.imul(sum ^ each.charCodeAt(0), 16_777_619), 1) >>> 0
    for (let turn = 0; turn < 60_000; turn += 1) {
      const key = `key-${random(3_000)}`
      if (random(10) === 0) {
        map.delete(mix(key), key)
        model.delete(key)
        continue
      }
      const value = String.fromCharCode(97 + random(26)).repeat(random(600))
      map.set(mix(key), { key, value, since: turn })
      model.set(key, value)
    }
    assert.equal(map.size, model.size)
    for (const [key, value] of model) assert.equal(map.valueOf(map.find(mix(key), key) ?? -1), value)
    assert.ok(map.bytes < 5 * 1024 * 1024, `${map.bytes} bytes for less than 1 MB of texts`)
  })

  test('an entry with texts of 60 and 12 characters takes at most 130 bytes', () => {
    const map = new CompactMap()
    const count = 200_000
    for (let each = 0; each < count; each += 1) {
      map.set(Math.imul(each, 2_654_435_761) >>> 0, { key: `host:${each}`, value: 'x'.repeat(60), since: 0 })
    }
    assert.equal(map.size, count)
    assert.ok(map.bytes / count <= 130, `${map.bytes / count} bytes`)
  })
})
