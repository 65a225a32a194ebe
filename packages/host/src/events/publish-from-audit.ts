import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { IdentityAudit } from '../identity/identity-audit.ts'
import type { EventCatalog } from './event-catalog.ts'
import type { Outbox } from './outbox.ts'
import { eventFromChange } from './event-from-change.ts'

/** Dependencies of the publishing trail. */
export interface TellingParts {
  readonly trail: IdentityAudit
  readonly outbox: Pick<Outbox, 'publish'>
  readonly catalog: Pick<EventCatalog, 'get'>
  readonly contexts: Pick<ExecutionContexts, 'current'>
}

/**
 * The audit log for identity, which also publishes its entries of workspaces as events, in the transaction of the
 * change.
 */
export function publishFromAudit({ trail, outbox, catalog, contexts }: TellingParts): IdentityAudit {
  return Object.freeze<IdentityAudit>({
    record: async (entry) => {
      await trail.record(entry)
      const { orgId, actorId = contexts.current()?.caller?.userId ?? null } = entry
      const told = orgId === undefined ? undefined : eventFromChange(entry, actorId)
      const event = told && catalog.get(told.name)
      if (orgId !== undefined && event !== undefined) await outbox.publish(event, orgId, told?.data)
    },
  })
}
