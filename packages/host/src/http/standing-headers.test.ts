import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { StandingHeaders } from './standing-headers.ts'

const standing = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=()',
}
const headers = new StandingHeaders(standing)
const names = Object.keys(standing)

const inAnyCase = (name: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => [...name].map((letter, place) => (upper[place] === true ? letter.toUpperCase() : letter)).join(''))

test('an answer has each standing header once: its own, or ours', () => {
  const own = fc.constantFrom(...names, 'content-type', 'x-request-id', 'x-content-type').chain(inAnyCase)
  fc.assert(
    fc.property(fc.array(own, { maxLength: 6 }), (stated) => {
      const heads = [
        Object.fromEntries(stated.map((name) => [name, 'own'])),
        stated.flatMap((name) => [name, 'own']),
        stated.map((name) => [name, 'own']),
      ]
      for (const head of heads) {
        const lines = headers.linesBeside(head).split('\r\n').filter(Boolean)
        const added = lines.map((line) => line.slice(0, line.indexOf(':')))
        const known = new Set(stated.map((name) => name.toLowerCase()))
        assert.deepEqual(
          added,
          names.filter((name) => !known.has(name)),
        )
      }
    }),
  )
})

test('without any headers all of them are added, as lines that HTTP can carry', () => {
  assert.equal(headers.linesBeside(undefined), headers.lines)
  assert.equal(headers.lines.split('\r\n').length, names.length + 1)
})
