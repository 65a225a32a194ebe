import type { AuditActor } from '@host/plugin'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { entryOf } from '../domain-changes/domain-change.ts'
import type { ExecutionContext, ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { RequestState } from '../request/request-state.ts'
import { actorOf } from './actor-of.ts'
import type { AuditTrail } from './audit-trail.ts'

/** Writes the entries of changes, with the actor that the change states, or else the caller of the request. */
export function recordEntries(trail: Pick<AuditTrail, 'record'>, contexts: ExecutionContexts): ChangeRecorder {
  return Object.freeze<ChangeRecorder>({
    record: async (change) => {
      const entry = entryOf(change)
      if (entry === undefined) return
      const { orgId, actorId } = change
      await trail.record({ ...entry, orgId, actor: actorIn(contexts.current(), actorId ?? undefined) })
    },
  })
}

function actorIn(frame: ExecutionContext | undefined, actorId: string | undefined): AuditActor {
  const isOfRequest = frame?.caller !== undefined || frame instanceof RequestState
  const actor: AuditActor = isOfRequest ? actorOf(frame.caller) : { kind: 'host' }
  return actorId === undefined || actor.id === actorId ? actor : { kind: 'user', id: actorId }
}
