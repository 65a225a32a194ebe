import type { AuditActor } from '@host/plugin'
import type { Caller } from '../identity/caller.ts'

/** Who acts when a caller calls. */
export function actorOf(caller: Caller | undefined): AuditActor {
  if (caller === undefined) return nobody
  return { kind: caller.tokenId === undefined ? 'user' : 'token', id: caller.userId }
}

const nobody: AuditActor = Object.freeze({ kind: 'anonymous' })
