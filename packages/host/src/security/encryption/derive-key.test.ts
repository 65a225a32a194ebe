import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { deriveKey } from './derive-key.ts'
import { hex } from '../../../testing/security/encryption/hex.ts'
import { publishedVectors } from '../../../testing/security/encryption/published-vectors.ts'

interface Vector {
  readonly ikm: string
  readonly salt: string
  readonly info: string
  readonly size: number
  readonly okm: string
  readonly result: 'valid' | 'invalid'
}

const count = (from: number, length: number): string =>
  Buffer.from(Array.from({ length }, (_, place) => from + place)).toString('hex')

/** RFC 5869, appendix A.1 to A.3: the test cases with SHA-256. */
const inStandard: readonly Vector[] = [
  {
    ikm: '0b'.repeat(22),
    salt: count(0, 13),
    info: count(0xf0, 10),
    size: 42,
    okm: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  },
  {
    ikm: count(0, 80),
    salt: count(0x60, 80),
    info: count(0xb0, 80),
    size: 82,
    okm: 'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
  },
  {
    ikm: '0b'.repeat(22),
    salt: '',
    info: '',
    size: 42,
    okm: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  },
].map((vector) => ({ ...vector, result: 'valid' as const }))

const published = publishedVectors<Vector>('wycheproof-hkdf_sha256_test.json')
const all = (published ?? []).flatMap(({ tests }) => tests)

test('a key is derived as RFC 5869 has it', () => {
  for (const vector of inStandard) requireResult(vector)
})

test(`a key is derived, or refused, as Project Wycheproof has it (${published === undefined ? 'its file is not here: as the RFC has it' : `${all.length} vectors`})`, () => {
  assert.ok(published === undefined || all.length > 80)
  for (const vector of [...inStandard, ...all]) requireResult(vector)
})

function requireResult({ ikm, salt, info, size, okm, result }: Vector): void {
  for (const key of [hex(ikm), createSecretKey(hex(ikm))]) {
    const derive = (): Buffer => deriveKey(key, { salt: hex(salt), info: hex(info), length: size })
    if (result === 'valid') assert.equal(derive().toString('hex'), okm)
    else assert.throws(derive, { code: 'ERR_CRYPTO_INVALID_KEYLEN' })
  }
}
