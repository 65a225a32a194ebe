import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSync } from 'otplib'
import { newTotpSecret, stepOfCode, totpUri } from './totp-code.ts'

/** "12345678901234567890" in base32, as RFC 6238 takes it; its codes of eight digits end in these six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test('§I19 the codes of RFC 6238 are right in their step, one before and one after, and in no other', () => {
  for (const [seconds, code] of vectors) {
    const step = Math.floor(seconds / 30)
    for (const drift of [-1, 0, 1]) assert.equal(stepOfCode(secret, code, (seconds + 30 * drift) * 1000), step)
    for (const drift of [-2, 2]) assert.equal(stepOfCode(secret, code, (seconds + 30 * drift) * 1000), undefined)
  }
})

test('a new secret has 160 bits and is read by another implementation', () => {
  const made = newTotpSecret()
  assert.match(made, /^[A-Z2-7]{32}$/)
  assert.notEqual(made, newTotpSecret())
  assert.equal(stepOfCode(made, generateSync({ secret: made, epoch: 3_000 }), 3_000_000), 100)
})

test('a text other than six digits is not a code', () => {
  for (const code of ['', '28708', '2870820', '287 082', '28708a', '２８７０８２', '-87082', '287082\n']) {
    assert.equal(stepOfCode(secret, code, 59_000), undefined, JSON.stringify(code))
  }
})

test('the picture names instance and account', () => {
  const uri = new URL(totpUri(secret, { issuer: 'host.example', account: 'ada@example.com' }))
  assert.equal(uri.protocol + uri.host, 'otpauth:totp')
  assert.deepEqual(
    ['secret', 'issuer', 'digits', 'period', 'algorithm'].map((name) => uri.searchParams.get(name)),
    [secret, 'host.example', '6', '30', 'SHA1'],
  )
})
