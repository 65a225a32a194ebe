import type { Vault } from '../security/encryption/vault.ts'
import { ChainKey } from './chain-key.ts'

/** The key of the audit log, which stays the same when the root key is rotated. */
export function auditKey(vault: Pick<Vault, 'derive'>): ChainKey {
  return new ChainKey(vault.derive('audit/v1'))
}
