import type { EntitlementReason, EntitlementSource, EntitlementsService } from '@host/plugin'
import { tierRequired } from '@host/plugin/platform'
import { planLimits } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { countUses, usedInPeriod } from '../meters/count-uses.ts'
import { limitOf } from './effective.ts'

const reason = 'explain what the plan of a workspace includes'

/** The provider of `core.entitlements`: plans of the instance. */
export function planEntitlements(parts: Parts): EntitlementsService {
  const { entitling } = parts
  return Object.freeze<EntitlementsService>({
    hasTier: (orgId, tier) => entitling.hasTier(orgId, tier),
    limitOf: (orgId, name) => entitling.limitOf(orgId, name),
    lockOf: (orgId, name) => entitling.lockOf(orgId, name),
    // oxlint-disable-next-line typescript/no-deprecated -- plugins of before 1.1 ask for it
    remaining: (orgId, quota) => remaining(parts, orgId, quota),
    explain: (orgId, name) => explain(parts, orgId, name),
    usedOf: (orgId, meter) => usedInPeriod(parts, orgId, meter),
    count: (uses) => countUses(parts, uses),
  })
}

/** What is left of a quota, for plugins of before `planLimit`. @throws Problem `tier_required` */
async function remaining(parts: Parts, orgId: string, quota: string): Promise<number | undefined> {
  const limit = await parts.entitling.limitOf(orgId, quota)
  if (limit === undefined) return undefined
  if (limit === 0) throw tierRequired({ name: quota, title: quota }, await explain(parts, orgId, quota))
  const used = await parts.catalog.used(orgId)
  return Math.max(0, limit - (used.get(quota) ?? 0))
}

/** What decided a tier or limit, from the database: a page or a refusal asks, never a check. */
async function explain(parts: Parts, orgId: string, name: string): Promise<EntitlementReason> {
  const contents = await parts.entitling.contentsOf(orgId)
  const has = limitOf(contents, name, parts.clock())
  const plan = contents.plan?.name ?? null
  const stored = await storedPlans(parts)
  const plans = plansWith(parts, stored, { name, limit: has })
  const titled = stored.filter((row) => row.name === plan || plans.includes(row.name))
  return {
    plan,
    plans,
    titles: Object.fromEntries(titled.map((row) => [row.name, { en: row.title_en, zh: row.title_zh }])),
    sources: [...(await ownSources(parts, orgId, name)), ...planSource(contents.plan, name)],
  }
}

function planSource(
  plan:
    | { readonly name: string; readonly tiers: readonly string[]; readonly limits: Readonly<Record<string, number>> }
    | undefined,
  name: string,
): readonly EntitlementSource[] {
  if (plan === undefined) return []
  const limit = Object.hasOwn(plan.limits, name) ? plan.limits[name] : undefined
  const decided = limit === undefined ? { has: plan.tiers.includes(name) } : { limit }
  return [{ from: 'plan', name: plan.name, ...decided, until: null }]
}

async function ownSources({ ctx, clock }: Parts, orgId: string, name: string): Promise<readonly EntitlementSource[]> {
  const db = ctx.db.inWorkspace(orgId, reason)
  const now = new Date(clock()).toISOString()
  const grants = await db
    .selectFrom('plans_grants')
    .select(['amount', 'ends_at', 'note'])
    .where('name', '=', name)
    .where('starts_at', '<=', now)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('id')
    .limit(planLimits.grants)
    .execute()
  const override = db.selectFrom('plans_overrides').select(['has', 'limit', 'note']).where('name', '=', name)
  return [
    ...grants.map(({ amount, ends_at: until, note }): EntitlementSource => ({
      from: 'grant',
      name: note,
      ...(amount === null ? { has: true } : { limit: amount }),
      until,
    })),
    ...(await override.execute()).map(({ has, limit, note }): EntitlementSource => ({
      from: 'override',
      name: note,
      ...(has === null ? { limit } : { has }),
      until: null,
    })),
  ]
}

type StoredPlan = Awaited<ReturnType<typeof storedPlans>>[number]

async function storedPlans({ ctx }: Parts) {
  const plans = ctx.db.asInstance(reason).selectFrom('plans_plans')
  const titled = plans.select(['name', 'title_en', 'title_zh', 'tiers', 'limits', 'is_archived'])
  return await titled.orderBy('name').limit(planLimits.plans).execute()
}

/** Plans that include a tier, or more of a quota or meter than the workspace has. */
function plansWith(
  { catalog }: Parts,
  stored: readonly StoredPlan[],
  { name, limit }: { readonly name: string; readonly limit: number | undefined },
): readonly string[] {
  const { tiers, quotas, meters } = catalog.parts()
  const isCounted = [...quotas, ...meters].some((part) => part.name === name)
  const isTier = tiers.some((part) => part.name === name) || !isCounted
  const has = (row: StoredPlan): boolean => {
    if (row.is_archived) return false
    if (isTier) return row.tiers.includes(name)
    const offered = row.limits[name]
    return limit !== undefined && (offered === undefined || offered > limit)
  }
  return stored.filter(has).map((row) => row.name)
}
