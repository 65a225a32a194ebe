/**
 * The roles a member may hold in a workspace, highest first (spec §2, "Roles").
 * @since 1.0.0
 */
export const roles = ['owner', 'admin', 'member'] as const

/** A member's role in one workspace. Instance admin isn't a role: it is a flag on the user. */
export type Role = (typeof roles)[number]

/**
 * Whether `role` is at least as high as `required`.
 * An unknown role is never enough.
 * @example hasRole('admin', 'member') // true
 * @since 1.0.0
 */
export function hasRole(role: Role | undefined, required: Role): boolean {
  if (role === undefined || !roles.includes(role)) return false
  return roles.indexOf(role) <= roles.indexOf(required)
}
