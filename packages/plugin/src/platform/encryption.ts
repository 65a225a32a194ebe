import type { EncryptionContext } from '../services/encryption-context.ts'
import { serviceToken } from '../service.ts'

/** AES-256-GCM for values that must be read again (spec §5.7). */
export interface EncryptionService {
  encrypt(plugin: string, value: string, context: EncryptionContext): Promise<string>
  decrypt(plugin: string, value: string, context: EncryptionContext): Promise<string>
}

/**
 * Seals values that must be read again; plugins have it as `ctx.encrypt` and `ctx.decrypt`.
 *
 * Audience: platform.
 */
export const Encryption = serviceToken<EncryptionService>('core.encryption')
