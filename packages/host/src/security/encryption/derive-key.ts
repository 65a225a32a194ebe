import { hkdfSync, type KeyObject } from 'node:crypto'

/** The purpose of a derived key. */
export interface Derivation {
  readonly salt?: Uint8Array
  readonly info: string | Uint8Array
  /** In bytes. */
  readonly length: number
}

/** HKDF with SHA-256 (RFC 5869). */
export function deriveKey(key: KeyObject | Uint8Array, { salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt ?? '', info, length))
}
