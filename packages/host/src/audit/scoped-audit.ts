import type { ScopedAudit } from '@host/plugin'
import type { RequestState } from '../request/request-state.ts'
import { actorOf } from './actor-of.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { EntryDetails } from '../request/request-state.ts'

/** The audit log of a workspace, as the handler of a request writes to it. */
export function scopedAudit(trail: Pick<AuditTrail, 'record'>, state: RequestState, orgId: string): ScopedAudit {
  return Object.freeze<ScopedAudit>({
    record: (entry) => trail.record({ ...entry, orgId, actor: actorOf(state.caller) }),
    // Not as they come: a workspace's handler writes into the log of its own workspace.
    describe: ({ action, target, before, after }) => describeEntry(state, { action, target, before, after }),
  })
}

/** Says more of the entry that a call writes by itself. @throws Error where it writes none */
export function describeEntry(state: RequestState | undefined, details: EntryDetails): void {
  if (state?.auditEntry === undefined) {
    throw new Error('This call writes no audit entry automatically; record one.')
  }
  state.auditEntry.describe(details)
}
