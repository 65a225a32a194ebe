import { hasRole, type Role } from '@host/plugin/wire'
import type { UIRequirement } from '../ui-plugin.ts'

/** Facts about the user. The tiers are undefined until the server has sent them. */
export interface Reader {
  readonly role: Role | null
  readonly tiers?: readonly string[] | undefined
}

/** Returns the view for the first unmet requirement; all must be met. Unknown tiers are left to the server. */
export function unmetRequirement(
  requirements: readonly UIRequirement[],
  { role, tiers }: Reader,
): 'denied' | 'locked' | undefined {
  const lacksRole = requirements.some(
    ({ requiredRole }) => requiredRole !== undefined && !hasRole(role ?? undefined, requiredRole),
  )
  if (lacksRole) return 'denied'
  const lacksTier = requirements.some(
    ({ requiredTier }) => requiredTier !== undefined && tiers?.includes(requiredTier) === false,
  )
  return lacksTier ? 'locked' : undefined
}

/** The highest role among requirements, all of which must hold; undefined when none asks for one. */
export function highestRole(requirements: readonly UIRequirement[]): Role | undefined {
  return requirements
    .flatMap(({ requiredRole }) => requiredRole ?? [])
    .reduce<Role | undefined>((highest, role) => (hasRole(highest, role) ? highest : role), undefined)
}
