/**
 * AES-256-GCM as every part of the host uses it: a nonce of 96 bits, random for each message, and a tag of 128 bits,
 * which is requested by length because a reader that takes a shorter one can be fooled with it. The plaintext is
 * returned only once its tag was verified.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { SealBroken } from './seal-broken.ts'

const algorithm = 'aes-256-gcm'
/** In bytes. */
export const nonceLength = 12
const tagLength = 16

/** Bytes that a message adds to its plaintext. */
export const cipherOverhead = nonceLength + tagLength

/** A message before it is encrypted. */
export interface PlainMessage {
  /** Random, and never used before. */
  readonly nonce: Buffer
  readonly plain: Uint8Array
  /** Associated data that the message is bound to. */
  readonly bound: Uint8Array
}

/** @returns nonce, ciphertext and tag */
export function encipher(key: KeyObject | Uint8Array, { nonce, plain, bound }: PlainMessage): readonly Buffer[] {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(bound)
  const text = cipher.update(plain)
  cipher.final()
  return [nonce, text, cipher.getAuthTag()]
}

/** @throws SealBroken */
export function decipher(key: KeyObject | Uint8Array, message: Uint8Array, bound: Uint8Array): Buffer {
  if (message.length < cipherOverhead) throw new SealBroken()
  const tagAt = message.length - tagLength
  const reader = createDecipheriv(algorithm, key, message.subarray(0, nonceLength), { authTagLength: tagLength })
  reader.setAAD(bound)
  reader.setAuthTag(message.subarray(tagAt))
  const plain = reader.update(message.subarray(nonceLength, tagAt))
  try {
    reader.final()
  } catch {
    plain.fill(0)
    throw new SealBroken()
  }
  return plain
}
