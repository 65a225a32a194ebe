import { createSecretKey, type KeyObject } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/** The key of a workspace, or of the instance. It encrypts nothing itself: every value gets a key derived from it. */
export class DataKey {
  /** The name that sealed values carry. */
  readonly id: string
  readonly #key: KeyObject
  readonly #sealing: Buffer

  /** @param bytes 32 random bytes; not kept */
  constructor(id: string, bytes: Uint8Array) {
    this.id = id
    this.#key = createSecretKey(bytes)
    this.#sealing = Buffer.from(`host/secret/v1|${id}`)
  }

  /** The key of one value. */
  valueKey(salt: Uint8Array): Buffer {
    return deriveKey(this.#key, { salt, info: this.#sealing, length: 32 })
  }

  /** A key for another use than sealing. */
  derive(purpose: string): Buffer {
    return deriveKey(this.#key, { info: `host/derive/v1|${purpose}`, length: 32 })
  }
}
