import { Entitlements, Problem } from '@host/plugin'
import type { Parts } from '../parts.ts'

/** The quota of mailboxes that a plan may set. */
export const mailboxesQuota = 'mailboxes'

/** @throws Problem `quota_exceeded`, `tier_required` */
export async function requireQuota({ ctx }: Pick<Parts, 'ctx'>, orgId: string): Promise<void> {
  const left = await ctx.lookup(Entitlements)?.remaining(orgId, mailboxesQuota)
  if (left === undefined || left >= 1) return
  throw new Problem('quota_exceeded', {
    detail: { en: 'The plan allows no more mailboxes.', zh: '套餐不允许创建更多邮箱。' },
  })
}
