/**
 * Soft limits: at 80% and at 100% of a limit the admins of a workspace are notified, once a month for each. The check runs
 * hourly beside the requests and reads nothing while the instance has no plan.
 */
import * as z from 'zod/mini'
import { defineJob, Problem, type AmountUnit, type JobsService, type Language } from '@host/plugin'
import { amountText, type PlanCatalogParts } from '@host/plugin/platform'
import { limitOf, type Contents } from '../entitlements/effective.ts'
import { storeExcess } from '../excess/excess-of.ts'
import { limitReached, warningLevels } from '../events.ts'
import { usedIn } from '../meters/count-uses.ts'
import { monthOf, periodOf } from '../meters/periods.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

const warnWorkspaces = defineJob({
  name: 'warn-workspaces',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 3_000_000,
})

/** Workspaces that are read together. */
const pageSize = 200
const reason = 'warn workspaces that are near a limit of their plan'

export function handleWarnings(jobs: JobsService<Tables>, parts: Parts): void {
  jobs.handle(warnWorkspaces, async ({ db, signal }) => {
    if ((await db.selectFrom('plans_plans').select('id').limit(1).execute()).length === 0) return
    for (let last = ''; ;) {
      const page = db.selectFrom('workspaces').select('id').where('id', '>', last).orderBy('id').limit(pageSize)
      const ids = (await page.execute()).map(({ id }) => id)
      for (const id of ids) {
        signal.throwIfAborted()
        await warn(parts, id)
      }
      if (ids.length < pageSize) return
      last = ids.at(-1) ?? last
    }
  })
  jobs.schedule(warnWorkspaces, '21 * * * *', { input: {} })
}

interface Use {
  readonly part: string
  readonly title: Readonly<Record<Language, string>>
  readonly unit: AmountUnit
  readonly used: number
  readonly limit: number
}

async function warn(parts: Parts, orgId: string): Promise<void> {
  // A grant that ends, and records that go, change nothing that is reported.
  await storeExcess(parts, orgId, new Date(parts.clock()).toISOString())
  const contents = await parts.entitling.contentsOf(orgId)
  for (const use of await limitedUses(parts, orgId, contents)) {
    const level = warningLevels.findLast((percent) => use.used * 100 >= use.limit * percent)
    if (level !== undefined) await warnOnce(parts, orgId, { ...use, level })
  }
}

/** Use of the quotas and meters of which the plan includes some, but not all that there is. */
async function limitedUses(parts: Parts, orgId: string, contents: Contents): Promise<readonly Use[]> {
  const now = parts.clock()
  const { quotas, meters } = parts.catalog.parts()
  const limited = <Part extends PlanCatalogParts['quotas'][number] | PlanCatalogParts['meters'][number]>(
    all: readonly Part[],
  ) =>
    all.flatMap((part) => {
      const limit = limitOf(contents, part.name, now) ?? 0
      return limit === 0 ? [] : [{ part: part.name, title: part.title, unit: part.unit, limit }]
    })
  const [ofQuotas, ofMeters] = [limited(quotas), limited(meters)]
  const counted = ofQuotas.length === 0 ? new Map<string, number>() : await parts.catalog.used(orgId)
  const month = monthOf(periodOf(now))
  const metered: Use[] = []
  for (const meter of ofMeters) {
    metered.push({ ...meter, used: await usedIn(parts, { orgId, meter: meter.part, ...month }) })
  }
  return [...ofQuotas.map((quota) => ({ ...quota, used: counted.get(quota.part) ?? 0 })), ...metered]
}

async function warnOnce(
  { ctx, events, clock }: Parts,
  orgId: string,
  { part, title, unit, used, limit, level }: Use & { readonly level: number },
): Promise<void> {
  const now = clock()
  await ctx.db.inWorkspace(orgId, reason).transaction(async (tx) => {
    const added = await tx
      .insertInto('plans_warnings')
      .values({ part, level, period: periodOf(now), warned_at: new Date(now).toISOString() })
      .onConflict((conflict) => conflict.columns(['org_id', 'part', 'level', 'period']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) return
    await events.publish(limitReached, orgId, { part, level, used, limit })
    await notify(ctx, orgId, { part, title, unit, used, limit, level })
  })
}

/** In a build without notifications the page of the plan says it all the same. */
async function notify(
  ctx: Parts['ctx'],
  orgId: string,
  { part, title, unit, used, limit, level }: Use & { readonly level: number },
): Promise<void> {
  const isOver = level === 100
  const rest = isOver
    ? { en: 'The plan allows no more. Nothing is deleted.', zh: '套餐不允许继续增加，已有内容不会被删除。' }
    : { en: 'Ask an instance admin for a larger plan in time.', zh: '请及时联系实例管理员升级套餐。' }
  try {
    await ctx.notify({
      to: { orgId, role: 'admin' },
      category: 'limits',
      title: isOver
        ? { en: `${title.en}: the limit of the plan is reached`, zh: `${title.zh}：已达到套餐上限` }
        : { en: `${title.en}: ${level}% of the plan is used`, zh: `${title.zh}：已使用套餐的 ${level}%` },
      body: {
        en: `${amountText(used, unit, 'en')} of ${amountText(limit, unit, 'en')} are used. ${rest.en}`,
        zh: `已使用 ${amountText(used, unit, 'zh')}，上限为 ${amountText(limit, unit, 'zh')}。${rest.zh}`,
      },
      path: '/settings/plan',
      key: `${part}.${level}`,
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
