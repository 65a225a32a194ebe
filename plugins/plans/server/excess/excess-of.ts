/**
 * Quotas of which a workspace has more than its plan allows: stored with the time of the change that made it so, and
 * forgotten once it has no more than that.
 */
import * as z from 'zod/mini'
import { defineJob, Problem, type JobsService, type Language } from '@host/plugin'
import { planLimits } from '../../shared.ts'
import { limitOf } from '../entitlements/effective.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

const reason = 'compare what a workspace has with its plan'
const day = 86_400_000

/** Compares a workspace with its plan after a decision about it. */
export const checkExcess = defineJob({
  name: 'check-excess',
  input: z.strictObject({ orgId: z.string(), changedAt: z.string() }),
  place: 'instance',
  timeout: 60_000,
})

export function handleExcess(jobs: JobsService<Tables>, parts: Parts): void {
  jobs.handle(checkExcess, async (_context, { orgId, changedAt }) => await storeExcess(parts, orgId, changedAt))
}

interface Excess {
  readonly part: string
  readonly title: Readonly<Record<Language, string>>
  readonly used: number
  readonly limit: number
}

/** Stores the quotas that a workspace is over, and notifies its admins of new ones. @param changedAt when it came to be (ISO 8601) */
export async function storeExcess(parts: Parts, orgId: string, changedAt: string): Promise<void> {
  const { ctx, catalog, clock, entitling } = parts
  const contents = await entitling.contentsOf(orgId)
  const limited = catalog.parts().quotas.flatMap(({ name: part, title }) => {
    const limit = limitOf(contents, part, clock())
    return limit === undefined ? [] : [{ part, title, limit }]
  })
  const db = ctx.db.inWorkspace(orgId, reason)
  const rows = await db.selectFrom('plans_excess').select('part').execute()
  const stored = new Set(rows.map(({ part }) => part))
  if (limited.length === 0 && stored.size === 0) return
  const counts = limited.length === 0 ? new Map<string, number>() : await catalog.used(orgId)
  // A quota that could not be counted stays as it is.
  const counted = limited.flatMap((quota) => {
    const used = counts.get(quota.part)
    return used === undefined ? [] : [{ ...quota, used }]
  })
  const uncounted = limited.filter(({ part }) => !counts.has(part))
  const over = counted.filter(({ used, limit }) => used > limit)
  const kept = new Set([...over, ...uncounted].map(({ part }) => part))
  const ended = [...stored].filter((part) => !kept.has(part))
  if (ended.length > 0) await db.deleteFrom('plans_excess').where('part', 'in', ended).execute()
  for (const excess of over.filter(({ part }) => !stored.has(part))) {
    await storeOnce(parts, orgId, { ...excess, since: changedAt })
  }
}

async function storeOnce({ ctx }: Parts, orgId: string, excess: Excess & { readonly since: string }): Promise<void> {
  const { part, since } = excess
  await ctx.db.inWorkspace(orgId, reason).transaction(async (tx) => {
    const added = tx
      .insertInto('plans_excess')
      .values({ part, since })
      .onConflict((conflict) => conflict.columns(['org_id', 'part']).doNothing())
      .returning('id')
    if ((await added.executeTakeFirst()) !== undefined) await notify(ctx, orgId, excess)
  })
}

/** Until when a workspace that is over a quota has time. */
export function noticeEnd(since: string): string {
  return new Date(Date.parse(since) + planLimits.noticeDays * day).toISOString()
}

/** In a build without notifications the page of the plan names them all the same. */
async function notify(
  ctx: Parts['ctx'],
  orgId: string,
  { part, title, used, limit, since }: Excess & { readonly since: string },
): Promise<void> {
  const until = noticeEnd(since).slice(0, 10)
  try {
    await ctx.notify({
      to: { orgId, role: 'admin' },
      category: 'limits',
      title: {
        en: `${title.en}: ${used - limit} above the limit of the plan`,
        zh: `${title.zh}：超出套餐上限 ${used - limit} 项`,
      },
      body: {
        en: `${used} of ${limit} are used. Nothing is deleted. Remove some or get a larger plan by ${until}.`,
        zh: `已使用 ${used}，上限为 ${limit}。已有内容不会被删除，请在 ${until} 前减少用量或升级套餐。`,
      },
      path: '/settings/plan',
      key: `excess.${part}.${since}`,
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
