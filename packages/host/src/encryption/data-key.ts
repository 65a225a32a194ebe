import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

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
  valueKey(salt: Uint8Array): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, salt, this.#sealing, 32))
  }

  /** A key for another use than sealing. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', `host/derive/v1|${purpose}`, 32))
  }
}
