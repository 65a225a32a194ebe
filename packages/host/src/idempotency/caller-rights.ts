import { hasRole, roles, type Audience, type Role } from '@host/plugin'

/** What a caller may do, as far as it decides about the answer to another caller. */
export interface CallerRights {
  /** The role in the workspace that holds the key, or the audience of a key that no workspace holds. */
  readonly role: Exclude<Audience, 'public'>
  /** What an API token is limited to; undefined for a session, which has all of its role. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Whether a caller may do all that another one may: only then is an answer that was made for the other one shown. The
 * guard lets both in, but what a handler answers may depend on more than the guard asks for.
 */
export function hasRightsOf(caller: CallerRights, first: CallerRights): boolean {
  if (!includesRole(caller.role, first.role)) return false
  const { scopes } = caller
  return scopes === undefined || first.scopes?.every((scope) => scopes.includes(scope)) === true
}

function includesRole(role: CallerRights['role'], first: CallerRights['role']): boolean {
  return role === first || (isRole(role) && isRole(first) && hasRole(role, first))
}

function isRole(role: CallerRights['role']): role is Role {
  return roles.some((each) => each === role)
}
