/**
 * AES-256-GCM as every part of the host uses it: a nonce of 96 bits, random for each message, and a tag of 128 bits, which
 * is asked for by length because a reader that takes a shorter one can be fooled with it. What a message decrypts to is
 * handed out only once its tag was found right.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { SealBroken } from './seal-broken.ts'

const algorithm = 'aes-256-gcm'
/** In bytes. */
export const nonceLength = 12
const tagLength = 16

/** The bytes that a message is longer than what it holds. */
export const cipherOverhead = nonceLength + tagLength

/** A message before it is encrypted. */
export interface PlainMessage {
  /** Random, and never used before. */
  readonly nonce: Buffer
  readonly plain: Uint8Array
  /** What the message is bound to without holding it. */
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
