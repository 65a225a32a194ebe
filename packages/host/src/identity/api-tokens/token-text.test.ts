import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isTokenText, newTokenText, tokenHint } from './token-text.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 100_000 : 2_000
const emails = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('§I36 a token is host_, 43 digits of chance and 6 of check, and no two are alike', () => {
  const texts = Array.from({ length: 500 }, newTokenText)
  for (const text of texts) {
    assert.match(text, /^host_[0-9A-Za-z]{49}$/)
    assert.ok(isTokenText(text))
    assert.equal(tokenHint(text), text.slice(0, 11))
  }
  assert.equal(new Set(texts).size, texts.length)
})

test('§I36 a token with one character changed, left out, added or swapped is none', () => {
  const place = fc.nat({ max: 53 })
  fc.assert(
    fc.property(place, fc.constantFrom(...emails, '_', '-', ' ', 'é'), (at, email) => {
      const text = newTokenText()
      if (text[at] !== email) assert.ok(!isTokenText(`${text.slice(0, at)}${email}${text.slice(at + 1)}`))
      assert.ok(!isTokenText(`${text.slice(0, at)}${text.slice(at + 1)}`))
      assert.ok(!isTokenText(`${text.slice(0, at)}${email}${text.slice(at)}`))
    }),
    { numRuns: runs },
  )
})

test('no other text is a token, and none makes the reader fail', () => {
  const tail = fc.string({ unit: fc.constantFrom(...emails), minLength: 49, maxLength: 49 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((text) => `host_${text}`),
      ),
      (text) => {
        assert.equal(isTokenText(text), false)
      },
    ),
    { numRuns: runs },
  )
  // Of well-formed texts, one in 2^32 has the right check digits.
  fc.assert(
    fc.property(tail, (text) => !isTokenText(`host_${text}`)),
    { numRuns: runs },
  )
})
