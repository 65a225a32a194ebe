import { hasRole, type Role } from '@host/plugin/wire'
import type { UIRequirement } from '../ui-plugin.ts'

/** What is known about the reader. The tiers are unknown until the server tells them. */
export interface Reader {
  readonly role: Role | null
  readonly tiers?: readonly string[] | undefined
}

/** Which of several requirements is not met; all must hold. What is unknown is left to the server. */
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
