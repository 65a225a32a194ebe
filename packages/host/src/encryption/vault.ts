import type { MaybePromise } from '@host/plugin'

/** Where a sealed value belongs. What was sealed for one place opens in no other. */
export interface Place {
  /** The workspace; the instance when left out. */
  readonly orgId?: string | undefined
  /** The plugin, or `host`. */
  readonly plugin: string
  readonly field: string
  readonly row?: string | undefined
}

/** Seals what must be read again (spec §5.7), with the keys of an instance. Nothing of a key ever leaves it. */
export interface Vault {
  /** @returns `v1.<key id>.<base64url>`; at once when the workspace's key is in memory */
  seal(plain: string | Uint8Array, place: Place): MaybePromise<string>
  /** @throws SealBroken when the value was altered, belongs elsewhere, or its key is gone */
  open(sealed: string, place: Place): MaybePromise<Buffer>
  /**
   * A key of 32 bytes for another use than sealing, such as the chain of the audit log. It stays the same when the root
   * key is rotated.
   * @param purpose a constant of the caller's, such as `audit/v1`
   */
  derive(purpose: string): Buffer
}
