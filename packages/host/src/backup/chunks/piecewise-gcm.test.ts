import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { AEAD_AES_256_GCM } from 'hpke'
import { piecewiseGcm } from './piecewise-gcm.ts'

const piece = 1024 * 1024
const [key, nonce, name] = [randomBytes(32), randomBytes(12), randomBytes(40)]
const [ours, theirs] = [piecewiseGcm(), AEAD_AES_256_GCM()]

test('contents of any number of pieces are sealed as by Web Crypto, and each opens the bytes of the other', async () => {
  for (const length of [0, 1, piece - 1, piece, piece + 1, 2 * piece + 12_345]) {
    const content = randomBytes(length)
    const sealed = await ours.Seal(key, nonce, name, content)
    assert.ok(Buffer.from(sealed).equals(await theirs.Seal(key, nonce, name, content)), `${length} bytes`)
    assert.ok(content.equals(await ours.Open(key, nonce, name, sealed)), `${length} bytes`)
  }
})

test('a content with a flipped bit, a shorter one, and one of another name are not opened', async () => {
  const sealed = await ours.Seal(key, nonce, name, randomBytes(piece + 1))
  for (const at of [0, piece, piece + 1, sealed.length - 1]) {
    const altered = Uint8Array.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    await assert.rejects(ours.Open(key, nonce, name, altered), `byte ${at}`)
  }
  for (const length of [0, 15, 16, sealed.length - 1]) {
    await assert.rejects(ours.Open(key, nonce, name, sealed.subarray(0, length)), `${length} bytes`)
  }
  await assert.rejects(ours.Open(key, nonce, randomBytes(40), sealed))
})
