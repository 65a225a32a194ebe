import { hasRole, type Role } from '@host/plugin'

/** What a caller may do in the workspace, as far as it decides about somebody else's answer. */
export interface CallerRights {
  readonly role: Role
  /** What an API token is limited to; undefined for a session, which has all of its role. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Whether a caller may do all that another one may: only then is an answer that was made for the other one shown. The
 * guard lets both in, but what a handler answers may depend on more than the guard asks for.
 */
export function hasRightsOf(caller: CallerRights, first: CallerRights): boolean {
  if (!hasRole(caller.role, first.role)) return false
  const { scopes } = caller
  return scopes === undefined || first.scopes?.every((scope) => scopes.includes(scope)) === true
}
