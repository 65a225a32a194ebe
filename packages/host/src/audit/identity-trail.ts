import type { AuditActor } from '@host/plugin'
import type { ExecutionContext, ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { IdentityAudit } from '../identity/identity-audit.ts'
import { RequestState } from '../request/request-state.ts'
import { actorOf } from './actor-of.ts'
import type { AuditTrail } from './audit-trail.ts'

/** The audit log for identity, with the actor that its services state, or else the caller of the request. */
export function identityTrail(trail: Pick<AuditTrail, 'record'>, contexts: ExecutionContexts): IdentityAudit {
  return Object.freeze<IdentityAudit>({
    record: ({ actorId, ...entry }) => trail.record({ ...entry, actor: actorIn(contexts.current(), actorId) }),
  })
}

function actorIn(frame: ExecutionContext | undefined, actorId: string | undefined): AuditActor {
  const isOfRequest = frame?.caller !== undefined || frame instanceof RequestState
  const actor: AuditActor = isOfRequest ? actorOf(frame.caller) : { kind: 'host' }
  return actorId === undefined || actor.id === actorId ? actor : { kind: 'user', id: actorId }
}
