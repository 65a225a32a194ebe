import type { AuditEntry } from '@host/plugin'

/** Identity's entry for a change. */
export interface IdentityEntry extends AuditEntry {
  /** The workspace; undefined for changes of the whole instance. */
  readonly orgId: string | undefined
  /** The actor, where identity knows it; else the caller of the request, or the host itself. */
  readonly actorId?: string | undefined
}

/** The audit log, as identity writes to it: a change of rights gets an entry, whichever way it was requested. */
export interface IdentityAudit {
  /** Writes an entry, as a part of the transaction that it is called in. */
  record(entry: IdentityEntry): Promise<void>
}
