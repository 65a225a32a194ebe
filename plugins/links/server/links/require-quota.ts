import { Entitlements, Problem } from '@host/plugin'
import type { Parts } from '../parts.ts'

/** The quota of links that a plan may set. */
export const linksQuota = 'links'

/**
 * Refuses new links that the plan of the workspace doesn't allow. Links that exist keep redirecting.
 * @throws Problem `quota_exceeded`, `tier_required`
 */
export async function requireQuota({ ctx }: Pick<Parts, 'ctx'>, orgId: string, links = 1): Promise<void> {
  const left = await ctx.lookup(Entitlements)?.remaining(orgId, linksQuota)
  if (left === undefined || left >= links) return
  throw new Problem('quota_exceeded', {
    detail: {
      en: `The plan allows ${Math.max(0, left)} more links.`,
      zh: `套餐还可创建 ${Math.max(0, left)} 个链接。`,
    },
  })
}
