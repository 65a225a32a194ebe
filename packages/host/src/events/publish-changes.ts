import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { eventOf } from '../domain-changes/domain-change.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { EventCatalog } from './event-catalog.ts'
import type { Outbox } from './outbox.ts'

/** Dependencies of a publishing recorder. */
export interface PublishingParts {
  readonly recorder: ChangeRecorder
  readonly outbox: Pick<Outbox, 'publish'>
  readonly catalog: Pick<EventCatalog, 'get'>
  readonly contexts: Pick<ExecutionContexts, 'current'>
}

/** Records changes, and publishes the events of those in workspaces, in the transaction of the change. */
export function publishChanges({ recorder, outbox, catalog, contexts }: PublishingParts): ChangeRecorder {
  return Object.freeze<ChangeRecorder>({
    record: async (change) => {
      await recorder.record(change)
      const { orgId, actorId: by = contexts.current()?.caller?.userId ?? null } = change
      const told = orgId === undefined ? undefined : eventOf(change)
      const event = told && catalog.get(told.name)
      if (orgId !== undefined && event !== undefined) await outbox.publish(event, orgId, { ...told?.data, by })
    },
  })
}
