import type { AuditActor } from '@host/plugin'
import type { ExecutionContext } from '../observability/containment/execution-contexts.ts'
import { supportOf } from '../request/carried-support.ts'

/** The part of an entry that says whose it is. */
interface OwnedEntry {
  /** Undefined for the instance. */
  readonly orgId: string | undefined
  readonly actor: AuditActor
}

/**
 * Names the token in every entry of a call that is made by it in a person's name. Names the support access too, also in
 * entries of the jobs that the call leads to, but in the log of its workspace alone: others don't learn who granted it.
 */
export function asCalled<Entry extends OwnedEntry>(entry: Entry, frame: ExecutionContext | undefined): Entry {
  const { actor, orgId } = entry
  const support = supportOf(frame)
  if (support !== undefined && support.userId === actor.id && support.orgId === orgId) {
    return { ...entry, actor: { ...actor, kind: 'support', grantedBy: support.grantedBy } }
  }
  const { userId, tokenId } = frame?.caller ?? {}
  return tokenId === undefined || actor.id !== userId ? entry : { ...entry, actor: { ...actor, tokenId } }
}
