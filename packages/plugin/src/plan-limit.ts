import { amountText } from './amount-text.ts'
import type { PluginContext } from './context.ts'
import type { Queries, ReadQueries, ScopedDatabase } from './database.ts'
import { Problem, wordingIn, type ProblemFacts, type Wording } from './errors.ts'
import type { QuotaDefinition } from './plan-parts.ts'
import {
  Entitlements,
  type EntitlementReason,
  type EntitlementsService,
  type QuotaLock,
} from './services/entitlements.ts'

/** The most records of a kind that a workspace may have. */
export interface PlanLimit {
  readonly most: number
  /** The problem of a workspace that has `used` of them and asks for more: 429 `quota_exceeded`. */
  exceeded(used: number): Promise<Problem>
}

type Quota = Pick<QuotaDefinition, 'name' | 'title' | 'most' | 'unit'>

const noPlan: EntitlementReason = { plan: null, plans: [], sources: [] }

/**
 * Reads the limit of a quota: the plan's, and never more than the bound of the instance. To create records, use
 * `withinPlan`.
 * @throws Problem `tier_required` where the plan has none of it
 * @example const { most } = await planLimit(ctx, orgId, notesQuota)
 * @since 1.1.0
 */
export async function planLimit(ctx: Pick<PluginContext, 'lookup'>, orgId: string, quota: Quota): Promise<PlanLimit> {
  const plans = ctx.lookup(Entitlements)
  const limit = await plans?.limitOf(orgId, quota.name)
  if (limit === 0) throw tierRequired(quota, await reasonOf(plans, orgId, quota.name))
  const most = Math.min(limit ?? quota.most, quota.most)
  return Object.freeze<PlanLimit>({
    most,
    exceeded: async (used) => quotaExceeded(quota, { most, used }, await reasonOf(plans, orgId, quota.name)),
  })
}

/** Thrown to undo a transaction whose records are too many. */
class OverPlan extends Error {
  readonly used: number

  constructor(used: number) {
    super()
    this.used = used
  }
}

/** A workspace's database, and the quota of the records that are created there. */
export interface PlannedWork<Tables> {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly quota: Quota
}

/**
 * Creates records within a plan, however many callers create at once: the transaction counts under a lock of its own, and
 * is undone where that is too many. Records that exist are left alone, whatever the plan says.
 * @param work calls `allow` with how many there are, the new ones included, and how many those are
 * @throws Problem `quota_exceeded`, `tier_required`
 * @example
 * await withinPlan(ctx, { db, orgId, quota: notesQuota }, async (tx, allow) => {
 *   allow(await countMore(tx, 1), 1)
 *   return await insertNote(tx)
 * })
 * @since 1.1.0
 */
export async function withinPlan<Tables, Result>(
  ctx: Pick<PluginContext, 'lookup'>,
  { db, orgId, quota }: PlannedWork<Tables>,
  work: (tx: Queries<Tables>, allow: (total: number, added: number) => void) => Promise<Result>,
): Promise<Result> {
  const limit = await planLimit(ctx, orgId, quota)
  const allow = (total: number, added: number): void => {
    if (total > limit.most) throw new OverPlan(total - added)
  }
  try {
    return await db.transaction((tx) => work(tx, allow))
  } catch (error) {
    throw error instanceof OverPlan ? await limit.exceeded(error.used) : error
  }
}

/** Where a record is changed, and its quota. */
export interface PlannedChange<Tables> {
  /** Outside of a transaction. */
  readonly db: ReadQueries<NoInfer<Tables>>
  readonly orgId: string
  readonly quota: Quota & Pick<QuotaDefinition<Tables>, 'records'>
}

/**
 * Refuses the change of a record that is locked because the workspace has more than its plan allows. Call it before the
 * transaction of the change: the plan is read outside of it. Reading, using and deleting a record go on. A workspace without
 * such records costs no query.
 * @throws Problem `quota_exceeded`, which names the date and the limit
 * @example await requireUnlocked(ctx, { db, orgId, quota: notesQuota }, noteId)
 * @since 1.1.0
 */
export async function requireUnlocked<Tables>(
  ctx: Pick<PluginContext, 'lookup'>,
  { db, orgId, quota }: PlannedChange<Tables>,
  id: string,
): Promise<void> {
  const plans = ctx.lookup(Entitlements)
  const lock = await plans?.lockOf?.(orgId, quota.name)
  if (lock === undefined) return
  const limit = Math.min(lock.limit, quota.most)
  const [first] = (await quota.records?.(db, { skip: limit, limit: 1 })) ?? []
  if (first === undefined || id < first.id) return
  throw recordLocked(quota, { ...lock, limit }, await reasonOf(plans, orgId, quota.name))
}

/**
 * The problem of a workspace whose plan does not include a tier or a quota: 402.
 */
export function tierRequired(
  part: { readonly name: string; readonly title: Wording },
  reason: EntitlementReason = noPlan,
): Problem {
  const [en, zh] = [wordingIn(part.title, 'en'), wordingIn(part.title, 'zh')]
  return new Problem('tier_required', {
    detail: { en: `Your plan does not include "${en}".`, zh: `当前套餐不包含“${zh}”。` },
    facts: { feature: part.name, ...plansIn(reason) },
  })
}

/** The plans of a refusal: names for programs, titles for people. */
export function plansIn({ plan, plans, titles }: EntitlementReason): ProblemFacts {
  if (titles === undefined) return { plan, plans }
  const titleOf = (name: string): Wording => titles[name] ?? name
  return { plan, plans, planTitle: plan === null ? null : titleOf(plan), planTitles: plans.map(titleOf) }
}

/** Asks for the reason; a workspace without plans has none. */
async function reasonOf(plans: EntitlementsService | undefined, orgId: string, name: string) {
  return (await plans?.explain(orgId, name)) ?? noPlan
}

const freeBytes: Wording = {
  en: 'Delete some, or ask an instance admin for a larger plan.',
  zh: '请删除一部分，或联系实例管理员升级套餐。',
}

/**
 * The problem of a workspace that has `used` of a quota and may have no more: 429.
 */
export function quotaExceeded(
  { name, title, unit }: Omit<Quota, 'most'>,
  { most, used }: { readonly most: number; readonly used: number },
  reason: EntitlementReason = noPlan,
): Problem {
  const [en, zh] = [wordingIn(title, 'en'), wordingIn(title, 'zh')]
  const [enUsed, enMost] = [amountText(used, unit, 'en'), amountText(most, unit, 'en')]
  const [zhUsed, zhMost] = [amountText(used, unit, 'zh'), amountText(most, unit, 'zh')]
  return new Problem('quota_exceeded', {
    detail: { en: `${en}: ${enUsed} of ${enMost} are in use.`, zh: `${zh}：已使用 ${zhUsed}，上限为 ${zhMost}。` },
    ...(unit === 'bytes' && { nextStep: freeBytes }),
    facts: { meter: name, limit: most, used, ...plansIn(reason) },
  })
}

function recordLocked({ name, title, unit }: Quota, { limit, since }: QuotaLock, reason: EntitlementReason): Problem {
  const [en, zh] = [wordingIn(title, 'en'), wordingIn(title, 'zh')]
  const day = since.slice(0, 10)
  return new Problem('quota_exceeded', {
    detail: {
      en: `${en}: the plan allows ${amountText(limit, unit, 'en')}. The others are read-only since ${day}, and this is one of them.`,
      zh: `${zh}：套餐上限为 ${amountText(limit, unit, 'zh')}。超出部分自 ${day} 起只读，此项即在其中。`,
    },
    nextStep: {
      en: 'Delete some, the oldest count first, or ask an instance admin for a larger plan.',
      zh: '请删除一部分（最早创建的优先保留），或联系实例管理员升级套餐。',
    },
    facts: { meter: name, limit, lockedSince: since, ...plansIn(reason) },
  })
}
