import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decipher, encipher } from './cipher.ts'
import { SealBroken } from './seal-broken.ts'
import { hex } from '../../../testing/security/encryption/hex.ts'
import { publishedVectors } from '../../../testing/security/encryption/published-vectors.ts'

interface Vector {
  readonly key: string
  readonly iv: string
  readonly aad: string
  readonly msg: string
  readonly ct: string
  readonly tag: string
  readonly result: 'valid' | 'invalid' | 'acceptable'
}

const key = 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'
const iv = 'cafebabefacedbaddecaf888'
const msg =
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255'
const ct =
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad'
const zeros = '00'.repeat(32)

/** Test cases 13 to 16 of the GCM specification that was submitted to NIST: those with 256-bit keys and 96-bit nonces. */
const inSpecification: readonly Vector[] = [
  { key: zeros, iv: '00'.repeat(12), aad: '', msg: '', ct: '', tag: '530f8afbc74536b9a963b4f1c4cb738b' },
  {
    key: zeros,
    iv: '00'.repeat(12),
    aad: '',
    msg: '00'.repeat(16),
    ct: 'cea7403d4d606b6e074ec5d3baf39d18',
    tag: 'd0d1c8a799996bf0265b98b5d48ab919',
  },
  { key, iv, aad: '', msg, ct, tag: 'b094dac5d93471bdec1a502270e3cc6c' },
  {
    key,
    iv,
    aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    msg: msg.slice(0, 120),
    ct: ct.slice(0, 120),
    tag: '76fc6ece0f4e1768cddf8853bb2d551b',
  },
].map((vector) => ({ ...vector, result: 'valid' as const }))

const published = publishedVectors<Vector>('wycheproof-aes_gcm_test.json')
const all = (published ?? [])
  .filter(({ keySize, ivSize, tagSize }) => keySize === 256 && ivSize === 96 && tagSize === 128)
  .flatMap(({ tests }) => tests)

test('a message is made, and opens, as the specification of GCM has it', () => {
  for (const vector of inSpecification) requireResult(vector)
})

test(`a message is made and opens, or does not, as Project Wycheproof has it (${published === undefined ? 'its file is not here: as the specification has it' : `${all.length} vectors`})`, () => {
  assert.ok(published === undefined || all.length > 60)
  for (const vector of [...inSpecification, ...all]) requireResult(vector)
})

test('a shorter tag opens nothing, and neither does a message that has no room for one', () => {
  const message = Buffer.concat(encipher(hex(key), { nonce: hex(iv), plain: hex(msg), bound: hex('') }))
  for (const length of [0, 1, 12, 27, message.length - 12, message.length - 1]) {
    assert.throws(() => decipher(hex(key), message.subarray(0, length), hex('')), SealBroken)
  }
})

function requireResult(vector: Vector): void {
  const open = (): Buffer =>
    decipher(hex(vector.key), Buffer.concat([hex(vector.iv), hex(vector.ct), hex(vector.tag)]), hex(vector.aad))
  if (vector.result !== 'valid') return assert.throws(open, SealBroken)
  const made = encipher(hex(vector.key), { nonce: hex(vector.iv), plain: hex(vector.msg), bound: hex(vector.aad) })
  assert.equal(Buffer.concat(made).toString('hex'), vector.iv + vector.ct + vector.tag)
  assert.equal(open().toString('hex'), vector.msg)
}
