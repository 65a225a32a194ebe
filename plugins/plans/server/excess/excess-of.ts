/**
 * Quotas of which a workspace has more than its plan allows: stored with the time of the change that made it so, and
 * forgotten once it has no more than that.
 */
import * as z from 'zod/mini'
import { defineJob, Problem, type JobsService, type Language } from '@host/plugin'
import { limitOf } from '../entitlements/effective.ts'
import { ownKey } from '../entitlements/plan-source.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { noticeEnd } from './notice-end.ts'

const reason = 'compare what a workspace has with its plan'

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

/** Stores the quotas that a workspace is over, and notifies its admins of new and lower limits. @param changedAt when it came to be (ISO 8601) */
export async function storeExcess(parts: Parts, orgId: string, changedAt: string): Promise<void> {
  const { ctx, catalog, clock, entitling } = parts
  const contents = await entitling.contentsOf(orgId)
  const limited = catalog.parts().quotas.flatMap(({ name: part, title }) => {
    const limit = limitOf(contents, part, clock())
    return limit === undefined ? [] : [{ part, title, limit }]
  })
  const db = ctx.db.inWorkspace(orgId, reason)
  const rows = await db.selectFrom('plans_excess').select(['part', 'limit']).execute()
  const stored = new Map(rows.map(({ part, limit }) => [part, limit]))
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
  const ended = [...stored.keys()].filter((part) => !kept.has(part))
  if (ended.length > 0) await forget(parts, orgId, ended)
  for (const excess of over.filter(({ part, limit }) => stored.get(part) !== limit)) {
    await store(parts, orgId, { ...excess, since: changedAt, before: stored.get(excess.part) })
  }
}

/** Each process reads the workspace again, so that its records are locked and unlocked at once. */
async function forget({ ctx, index }: Parts, orgId: string, ended: readonly string[]): Promise<void> {
  await ctx.db.inWorkspace(orgId, reason).transaction(async (tx) => {
    await tx.deleteFrom('plans_excess').where('part', 'in', ended).execute()
    index.forget([ownKey(orgId)])
  })
}

interface FoundExcess extends Excess {
  readonly since: string
  /** The limit that is stored; undefined for none. */
  readonly before: number | undefined
}

/** A limit that rises keeps its date. One that falls further has a notice of its own, as more records are above it. */
async function store({ ctx, index }: Parts, orgId: string, excess: FoundExcess): Promise<void> {
  const { part, since, limit, before } = excess
  await ctx.db.inWorkspace(orgId, reason).transaction(async (tx) => {
    const isNotice = before === undefined || limit < before
    const added = tx
      .insertInto('plans_excess')
      .values({ part, since, limit })
      .onConflict((conflict) => conflict.columns(['org_id', 'part']).doNothing())
      .returning('id')
    const changed = tx
      .updateTable('plans_excess')
      .set(isNotice ? { limit, since } : { limit })
      .where('part', '=', part)
      .where('limit', '=', before ?? limit)
      .returning('id')
    const stored = await (before === undefined ? added.executeTakeFirst() : changed.executeTakeFirst())
    if (stored === undefined) return
    index.forget([ownKey(orgId)])
    if (isNotice) await notify(ctx, orgId, excess)
  })
}

/** In a build without notifications the page of the plan names them all the same. */
async function notify(
  ctx: Parts['ctx'],
  orgId: string,
  { part, title, used, limit, since }: FoundExcess,
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
        en: `${used} of ${limit} are used. From ${until} the newest are read-only, unless you delete some or get a larger plan.`,
        zh: `已使用 ${used}，上限为 ${limit}。如未减少用量或升级套餐，自 ${until} 起最新创建的部分将变为只读。`,
      },
      path: '/settings/plan',
      key: `excess.${part}.${since}`,
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
