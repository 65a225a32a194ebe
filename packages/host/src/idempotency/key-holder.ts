import { Problem, type Audience } from '@host/plugin'
import type { Caller } from '../request/caller.ts'
import { requireMember } from '../request/require-member.ts'
import type { CallerRights } from './caller-rights.ts'

/** Owner of a key, with the rights under which its answer was made. */
export interface KeyHolder {
  /** The id of a workspace (`org_…`) or of a user (`usr_…`), or `instance`: none of them reads like another kind. */
  readonly holder: string
  readonly userId: string
  readonly rights: CallerRights
  /** The only workspace that the session may work in, where the key belongs to no workspace. */
  readonly confinedTo: string | undefined
}

/** The holder of keys by the audience of a route. @throws Problem `unauthenticated` without a caller, `no_workspace` without a workspace */
export function keyHolder(caller: Caller | undefined, audience: Audience | undefined): KeyHolder {
  if (audience !== 'user' && audience !== 'instance') return memberHolder(caller)
  if (caller === undefined) throw new Problem('unauthenticated')
  const { userId, scopes, confinedTo } = caller
  const holder = audience === 'user' ? userId : 'instance'
  return { holder, userId, rights: { role: audience, scopes }, confinedTo }
}

function memberHolder(caller: Caller | undefined): KeyHolder {
  const { orgId, userId, role, scopes } = requireMember(caller, 'member')
  return { holder: orgId, userId, rights: { role, scopes }, confinedTo: undefined }
}

/** Whether a holder is a workspace. */
export function isWorkspace(holder: string): boolean {
  return holder.startsWith('org_')
}
