import { createSecretKey, type KeyObject } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/** The name of a key and its workspace: values that were sealed with them are bound to both, wherever they are now. */
export interface KeyOrigin {
  readonly id: string
  readonly workspace: string
}

/** A key under a name that values carry, with the workspace that they are bound to where it is another one. */
export interface NamedKey {
  readonly key: DataKey
  readonly workspace: string | undefined
}

/** The key of a workspace, or of the instance. It encrypts nothing itself: every value gets a key derived from it. */
export class DataKey {
  /** The name that sealed values carry. */
  readonly id: string
  readonly #key: KeyObject
  readonly #sealing: Buffer
  readonly #origins: ReadonlyMap<string, NamedKey>

  /** @param bytes 32 random bytes; not kept @param origins of a key that was copied with its workspace */
  constructor(id: string, bytes: Uint8Array, origins: readonly KeyOrigin[] = []) {
    this.id = id
    this.#origins = new Map(
      origins.map((origin) => [origin.id, { key: new DataKey(origin.id, bytes), workspace: origin.workspace }]),
    )
    this.#key = createSecretKey(bytes)
    this.#sealing = Buffer.from(`host/secret/v1|${id}`)
  }

  /** The key that values with a name open with: this one, or that of the workspace that it was copied from. */
  named(id: string): NamedKey | undefined {
    return id === this.id ? { key: this, workspace: undefined } : this.#origins.get(id)
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
