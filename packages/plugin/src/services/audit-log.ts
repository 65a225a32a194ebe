import type { Page } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** What happened, to what; the host adds workspace, address, request id and time. */
export interface AuditEntry {
  /** `noun.verb`, such as `note.created`. */
  readonly action: string
  /** The record, such as `note:nte_01h...`. */
  readonly target?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Audit inside a request: the actor is the caller. */
export interface ScopedAudit {
  record(entry: AuditEntry): Promise<void>
}

/** Audit outside a request: workspace and actor are named. */
export interface Audit {
  record(entry: AuditEntry & { readonly orgId: string; readonly actor: string }): Promise<void>
}

/** An entry as it was written. */
export interface AuditRecord extends AuditEntry {
  readonly id: string
  readonly actor: string
  readonly requestId?: string
  readonly at: string
}

/** The audit log, for reading and writing. */
export interface AuditLogService extends Audit {
  list(orgId: string, options: { readonly limit?: number; readonly cursor?: string }): Promise<Page<AuditRecord>>
}

/** The audit log of every workspace. */
export const AuditLog = serviceToken<AuditLogService>('core.audit-log')
