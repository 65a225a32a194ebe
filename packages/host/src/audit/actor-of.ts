import type { AuditActor, AuditActorKind } from '@host/plugin'
import type { Caller } from '../request/caller.ts'

/** The actor of a caller's calls; `asCalled` adds support access. */
export function actorOf(caller: Caller | undefined): AuditActor {
  if (caller === undefined) return nobody
  return { kind: kindOf(caller), id: caller.userId, tokenId: caller.tokenId }
}

function kindOf({ agent, tokenId }: Caller): AuditActorKind {
  if (agent !== undefined) return 'agent'
  return tokenId === undefined ? 'user' : 'token'
}

const nobody: AuditActor = Object.freeze({ kind: 'anonymous' })
