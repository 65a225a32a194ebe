import type { WorkspaceEntitlement } from '../../shared.ts'

/** The share of a limit from which it is shown as nearly used up. */
const nearFrom = 0.8

/** How much of a part of the plan is used. */
export type UsageLevel = 'excluded' | 'unlimited' | 'unknown' | 'over' | 'full' | 'near' | 'free'

/** How much of a quota or meter is used; for a tier, whether it is included. */
export function usageLevel({ has, limit, used }: Pick<WorkspaceEntitlement, 'has' | 'limit' | 'used'>): UsageLevel {
  if (!has) return (used ?? 0) > 0 ? 'over' : 'excluded'
  if (limit === null) return 'unlimited'
  if (used === null) return 'unknown'
  if (used > limit) return 'over'
  if (used === limit) return 'full'
  return used >= limit * nearFrom ? 'near' : 'free'
}
