/**
 * The key of an operator. It encrypts only data keys, and not directly: its wrapping key and its name are both derived
 * from it, so neither reveals the other.
 */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { strictBase64url } from './base64url.ts'
import { decipher, encipher, nonceLength } from './cipher.ts'
import { DataKey, type KeyOrigin } from './data-key.ts'
import { deriveKey } from './derive-key.ts'
import { lengthPrefixed } from './length-prefixed.ts'
import { SealBroken } from './seal-broken.ts'

/** A data key as it is stored. */
export interface WrappedKey {
  readonly id: string
  /** Empty for the instance. */
  readonly workspace: string
  readonly rootId: string
  readonly wrapped: string
  /** Of a key that was copied with its workspace; null or undefined for none. */
  readonly origins?: readonly KeyOrigin[] | null
}

export class RootKey {
  /** A name that can be shown to anyone. */
  readonly id: string
  readonly #wrapping: KeyObject
  readonly #backup: KeyObject

  /** @param bytes 32 random bytes; not kept */
  constructor(bytes: Uint8Array) {
    const id = deriveKey(bytes, { info: 'host/root-key/v1|id', length: 12 })
    this.id = `root_${id.toString('hex')}`
    this.#wrapping = createSecretKey(deriveKey(bytes, { info: 'host/root-key/v1|wrap', length: 32 }))
    this.#backup = createSecretKey(deriveKey(bytes, { info: 'host/root-key/v1|backup', length: 32 }))
  }

  /** A key for backups, see `backup-keys.ts`. It opens nothing that this key has wrapped. @param info its purpose */
  backupKey(info: string): KeyObject {
    return createSecretKey(deriveKey(this.#backup, { info, length: 32 }))
  }

  /** Wraps the bytes of a data key for its row, and no other row. */
  wrap(bytes: Uint8Array, { id, workspace }: Pick<WrappedKey, 'id' | 'workspace'>): WrappedKey {
    const message = encipher(this.#wrapping, {
      nonce: randomBytes(nonceLength),
      plain: bytes,
      bound: this.#bound(id, workspace),
    })
    return { id, workspace, rootId: this.id, wrapped: Buffer.concat(message).toString('base64url') }
  }

  /** @throws SealBroken when the row was altered or wrapped with another key */
  unwrap(row: WrappedKey): DataKey {
    return new DataKey(row.id, this.#unwrap(row), row.origins ?? [])
  }

  /** The bytes of a data key, for the sealed file that its workspace travels in. @throws SealBroken */
  reveal(row: WrappedKey): Buffer {
    return this.#unwrap(row)
  }

  /** The same data key under another root key. @throws SealBroken */
  rewrap(row: WrappedKey, next: RootKey): WrappedKey {
    return next.wrap(this.#unwrap(row), row)
  }

  #unwrap({ id, workspace, rootId, wrapped }: WrappedKey): Buffer {
    const message = rootId === this.id ? strictBase64url(wrapped) : undefined
    if (message === undefined) throw new SealBroken()
    return decipher(this.#wrapping, message, this.#bound(id, workspace))
  }

  #bound(keyId: string, workspace: string): Buffer {
    return lengthPrefixed(['host/data-key/v1', keyId, this.id, workspace])
  }
}
