import type { KeyOptions } from '../security/encryption/open-root-keys.ts'
import { openVault } from '../security/encryption/open-vault.ts'
import { auditKey } from './audit-key.ts'
import { ChainStore } from './chain-store.ts'
import { verifyAudit, type AuditReport } from './verify-audit.ts'

/**
 * Checks the audit log of an instance, whether a host is running on its database or not. Changes nothing.
 * @throws BootError when the keys of the instance are not here
 */
export async function verifyAuditLog(options: KeyOptions): Promise<AuditReport> {
  const key = auditKey(await openVault(options))
  return await verifyAudit({ store: new ChainStore(options.database), key })
}
