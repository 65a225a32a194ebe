import { hasRole, roles, type Role } from '@host/plugin'

/** The lower of two roles; undefined, which opens nothing, when either is none. */
export function lowerRole(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined || !roles.includes(one) || !roles.includes(other)) return undefined
  return hasRole(one, other) ? other : one
}
