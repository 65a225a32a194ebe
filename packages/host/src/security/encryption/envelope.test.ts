import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { DataKey } from './data-key.ts'
import { Envelopes } from './envelope.ts'
import { SealBroken } from './seal-broken.ts'
import type { Place } from './vault.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 100_000 : 300
const envelopes = new Envelopes()
const key = new DataKey('dky_a', randomBytes(32))
const home: Place = { orgId: 'org_a', plugin: 'notes', field: 'token', row: 'note_1' }
const parts = ['orgId', 'plugin', 'field', 'row'] as const
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const name = fc.string({ unit: fc.constantFrom('a', '1', ':', '|', '-'), minLength: 1, maxLength: 3 })
const place: fc.Arbitrary<Place> = fc.record({
  orgId: fc.option(name, { nil: undefined }),
  plugin: name,
  field: name,
  row: fc.option(name, { nil: undefined }),
})

function requireBroken(sealed: string, at: Place = home, by: DataKey = key): void {
  assert.throws(() => envelopes.open(by, sealed, at), SealBroken, sealed.slice(0, 80))
}

suite('a sealed value', () => {
  test('opens to the bytes that were sealed, whichever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), place, (plain, at) => {
        assert.ok(envelopes.open(key, envelopes.seal(key, plain, at), at).equals(plain))
      }),
      { numRuns },
    )
  })

  test('opens in its own place only: any part of it that is another is enough', () => {
    fc.assert(
      fc.property(place, place, fc.constantFrom(...parts), (at, other, part) => {
        const sealed = envelopes.seal(key, Buffer.from('secret'), at)
        const elsewhere = { ...at, [part]: other[part] }
        if (at[part] === other[part]) envelopes.open(key, sealed, elsewhere)
        else requireBroken(sealed, elsewhere)
        const swapped = { ...at, plugin: at.field, field: at.plugin }
        if (at.plugin !== at.field) requireBroken(sealed, swapped)
      }),
      { numRuns },
    )
  })

  test('does not open when any bit of it is another', () => {
    const sealed = envelopes.seal(key, Buffer.from('secret'), home)
    const [version, id, text = ''] = sealed.split('.')
    const bytes = Buffer.from(text, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      requireBroken(`${version}.${id}.${changed.toString('base64url')}`)
    }
  })

  test('does not open when any character of it is another, is missing, or is one too many', () => {
    const sealed = envelopes.seal(key, Buffer.from('secret'), home)
    fc.assert(
      fc.property(
        fc.nat(sealed.length - 1),
        fc.constantFrom(...alphabet, '.', '=', '+', '/', ' ', '\n', 'é', ''),
        (at, by) => {
          const changed = sealed.slice(0, at) + by + sealed.slice(at + 1)
          if (changed !== sealed) requireBroken(changed)
          requireBroken(sealed.slice(0, at) + (by === '' ? 'A' : by) + sealed.slice(at))
          requireBroken(sealed.slice(0, at))
          requireBroken(sealed.slice(at + 1))
        },
      ),
      { numRuns },
    )
  })

  test('has one spelling: spare bits, padding and the other alphabet are refused', () => {
    const sealed = envelopes.seal(key, Buffer.from('12345'), home)
    const text = sealed.slice(sealed.lastIndexOf('.') + 1)
    assert.equal(text.length % 4, 2, 'the last character has spare bits')
    const last = alphabet.indexOf(text.at(-1) ?? '')
    for (const spare of [1, 2, 15]) requireBroken(sealed.slice(0, -1) + alphabet.charAt(last ^ spare))
    requireBroken(`${sealed}==`)
    for (let attempt = 0; ; attempt += 1) {
      const other = envelopes.seal(key, randomBytes(300), home)
      if (!/[-_]/.test(other.slice(12))) continue
      requireBroken(other.slice(0, 9) + other.slice(9).replaceAll('-', '+').replaceAll('_', '/'))
      break
    }
  })

  test('does not open under the name of another key, nor with its bytes', () => {
    const sealed = envelopes.seal(key, Buffer.from('secret'), home)
    const bytes = randomBytes(32)
    const [one, other] = [new DataKey('dky_b', bytes), new DataKey('dky_c', bytes)]
    requireBroken(sealed, home, one)
    requireBroken(sealed.replace('dky_a', 'dky_b'), home, one)
    requireBroken(envelopes.seal(one, Buffer.from('secret'), home).replace('dky_b', 'dky_c'), home, other)
  })

  test('has another version of its own: v0, v2 and V1 are refused', () => {
    const sealed = envelopes.seal(key, Buffer.from('secret'), home)
    for (const version of ['v0', 'v2', 'V1', 'v1 ', '']) requireBroken(version + sealed.slice(2))
  })

  test('is a text of any kind, and never more than its own error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.dky_a.${text}`),
        ),
        (text) => requireBroken(text),
      ),
      { numRuns },
    )
  })

  test('is never the same twice', () => {
    const texts = Array.from({ length: 10_000 }, () => envelopes.seal(key, Buffer.from('secret'), home))
    const randoms = texts.map((text) => Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url'))
    assert.equal(new Set(randoms.map((bytes) => bytes.toString('hex', 0, 16))).size, texts.length, 'salts')
    assert.equal(new Set(randoms.map((bytes) => bytes.toString('hex', 16, 28))).size, texts.length, 'nonces')
  })

  test('reports the same error for every fault', () => {
    const sealed = envelopes.seal(key, Buffer.from('secret'), home)
    const messages = ['', 'v1', `${sealed}A`, sealed.replace('v1', 'v2'), sealed.slice(0, -4)].map((text) => {
      try {
        return envelopes.open(key, text, home).toString()
      } catch (error) {
        return (error as Error).message
      }
    })
    assert.deepEqual([...new Set(messages)], [new SealBroken().message])
  })
})
