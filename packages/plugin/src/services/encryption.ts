import { serviceToken } from '../service.ts'

/** The place that an encrypted value belongs to, besides its plugin. Moved to another place it does not open. */
export interface EncryptionContext {
  /** Name of the value, such as `smtp_password`. */
  readonly field: string
  /** The id of the row that holds it, where there are several. */
  readonly row?: string
  /** The workspace: that of the request when left out, and `null` for the instance. Outside a request it is the instance. */
  readonly orgId?: string | null
}

/** AES-256-GCM for values that must be read again (spec §5.7). */
export interface EncryptionService {
  encrypt(plugin: string, value: string, context: EncryptionContext): Promise<string>
  decrypt(plugin: string, value: string, context: EncryptionContext): Promise<string>
}

/** Seals values that must be read again; plugins have it as `ctx.encrypt` and `ctx.decrypt`. */
export const Encryption = serviceToken<EncryptionService>('core.encryption')
