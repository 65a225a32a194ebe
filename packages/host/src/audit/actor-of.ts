import type { AuditActor, AuditActorKind } from '@host/plugin'
import type { Caller } from '../request/caller.ts'

/** The actor of a caller's calls. */
export function actorOf(caller: Caller | undefined): AuditActor {
  if (caller === undefined) return nobody
  return { kind: kindOf(caller), id: caller.userId, tokenId: caller.tokenId, grantedBy: caller.support?.grantedBy }
}

function kindOf({ agent, tokenId, support }: Caller): AuditActorKind {
  if (agent !== undefined) return 'agent'
  if (support !== undefined) return 'support'
  return tokenId === undefined ? 'user' : 'token'
}

const nobody: AuditActor = Object.freeze({ kind: 'anonymous' })
