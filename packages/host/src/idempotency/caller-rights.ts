import { hasRole, roles, type Audience, type Role } from '@host/plugin'

/** A caller's rights, as far as they decide about the answer to another caller. */
export interface CallerRights {
  /** The role in the workspace that holds the key, or the audience of a key that no workspace holds. */
  readonly role: Exclude<Audience, 'public'>
  /** Scopes of an API token; undefined for a session, which has all rights of its role. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Whether a caller has all rights of another one: only then may it see an answer made for that one. The guard accepts
 * both, but a handler's answer may depend on more rights than the guard requires.
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
