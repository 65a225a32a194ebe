/**
 * AES-256-GCM of HPKE (RFC 9180, section 7.3) for large contents. Web Crypto copies a content and keeps the copy until
 * garbage is collected, which V8 puts off because it does not count it. Here the result is the only memory of that size.
 */
import { createCipheriv, createDecipheriv, type CipherGCM, type DecipherGCM } from 'node:crypto'
import { AEAD_AES_256_GCM, type AEAD } from 'hpke'
import { freeBytes } from '../../support/free-bytes.ts'

const algorithm = 'aes-256-gcm'
const tagLength = 16
/** Bytes. Large enough that the system has the memory of a piece back at once. */
const pieceLength = 1024 * 1024

/** The AEAD, as a factory for `CipherSuite`. */
export function piecewiseGcm(): AEAD {
  return {
    ...AEAD_AES_256_GCM(),
    async Seal(...[key, nonce, aad, content]) {
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(aad)
      const sealed = new Uint8Array(content.length + tagLength)
      transform(cipher, content, sealed)
      sealed.set(cipher.getAuthTag(), content.length)
      return sealed
    },
    async Open(...[key, nonce, aad, sealed]) {
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(aad)
      const content = new Uint8Array(sealed.length - tagLength)
      decipher.setAuthTag(sealed.subarray(content.length))
      transform(decipher, sealed.subarray(0, content.length), content)
      return content
    },
  }
}

/** @throws Error when the tag is not the one of what was read */
function transform(cipher: CipherGCM | DecipherGCM, from: Uint8Array, to: Uint8Array): void {
  for (let at = 0; at < from.length; at += pieceLength) {
    const piece = cipher.update(from.subarray(at, at + pieceLength))
    to.set(piece, at)
    freeBytes(piece)
  }
  cipher.final()
}
