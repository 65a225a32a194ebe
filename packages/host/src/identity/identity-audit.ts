import type { AuditEntry } from '@host/plugin'

/** What identity says of a change. */
export interface IdentityEntry extends AuditEntry {
  /** The workspace; undefined for what concerns the whole instance. */
  readonly orgId: string | undefined
  /** Who did it, where identity is told; else whoever the request comes from, or the host itself. */
  readonly actorId?: string | undefined
}

/** The audit log, as identity writes to it: who may do what is worth an entry whoever asked for the change. */
export interface IdentityAudit {
  /** Writes an entry, as a part of the transaction that it is called in. */
  record(entry: IdentityEntry): Promise<void>
}
