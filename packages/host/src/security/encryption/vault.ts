import type { MaybePromise } from '@host/plugin'

/** The place that a sealed value is bound to. It opens at no other. */
export interface Place {
  /** The workspace; the instance when left out. */
  readonly orgId?: string | undefined
  /** The plugin, or `host`. */
  readonly plugin: string
  readonly field: string
  readonly row?: string | undefined
}

/** Seals values that must be read again (spec §5.7), with the keys of an instance. No key ever leaves it. */
export interface Vault {
  /** @returns `v1.<key id>.<base64url>`; at once when the workspace's key is in memory */
  seal(plain: string | Uint8Array, place: Place): MaybePromise<string>
  /** @throws SealBroken when the value was altered, is bound to another place, or its key is gone */
  open(sealed: string, place: Place): MaybePromise<Buffer>
  /**
   * A key of 32 bytes for another use than sealing, such as the chain of the audit log. It stays the same when the root
   * key is rotated.
   * @param purpose a constant of the caller's, such as `audit/v1`
   */
  derive(purpose: string): Buffer
}
