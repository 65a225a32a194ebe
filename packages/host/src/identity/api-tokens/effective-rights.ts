import { hasRole, roles, type Role } from '@host/plugin'

/** A role as far as a cap lets it reach; without a cap all of it. */
export function cappedRole(role: Role | undefined, cap: Role | undefined): Role | undefined {
  return cap === undefined ? role : lowerRole(role, cap)
}

/** The lower of two roles; undefined, which opens nothing, when either is none. */
export function lowerRole(one: Role | undefined, other: Role | undefined): Role | undefined {
  if (one === undefined || other === undefined || !roles.includes(one) || !roles.includes(other)) return undefined
  return hasRole(one, other) ? other : one
}
