/** What the plan of a workspace includes, and how much of it is used: for its members and agents. */
import { Problem, type EntitlementsService } from '@host/plugin'
import type { PlanCatalogParts } from '@host/plugin/platform'
import type { WorkspaceEntitlement } from '../../shared.ts'
import { defaultMark } from './plan-source.ts'
import { noticeEnd } from '../excess/notice-end.ts'
import type { Parts } from '../parts.ts'
import { hasTier, limitOf, lockOf, type Contents } from './effective.ts'

/** All parts of plans of this build, as the workspace has them. */
export async function entitlementsOf(parts: Parts, plans: EntitlementsService, orgId: string) {
  const [contents, used] = await Promise.all([parts.entitling.contentsOf(orgId), parts.catalog.used(orgId)])
  const { tiers, quotas, meters } = parts.catalog.parts()
  const now = parts.clock()
  const since = await excessSince(parts, orgId)
  return {
    plan: await ownPlan(parts, contents),
    items: [
      ...tiers.map(({ name, title }) => tierOf(contents, { name, title }, now)),
      ...quotas.map((quota) => quotaOf(contents, quota, { now, since, used: used.get(quota.name) ?? null })),
      ...(await Promise.all(meters.map((meter) => meterOf(contents, meter, { now, plans, orgId })))),
    ],
  }
}

/** One part, with what decided it. @throws Problem `not_found` */
export async function explainedEntitlement(
  parts: Parts,
  plans: EntitlementsService,
  asked: { orgId: string; name: string },
) {
  const { items } = await entitlementsOf(parts, plans, asked.orgId)
  const found = items.find(({ name }) => name === asked.name)
  if (found === undefined) throw new Problem('not_found')
  const { plan, plans: including, sources } = await plans.explain(asked.orgId, asked.name)
  return { ...found, reason: { plan, plans: await titledPlans(parts, including), sources: [...sources] } }
}

async function titledPlans({ ctx }: Parts, names: readonly string[]) {
  if (names.length === 0) return []
  const plans = ctx.db.asInstance('name plans that include more').selectFrom('plans_plans')
  const rows = await plans.select(['name', 'title_en', 'title_zh']).where('name', 'in', names).orderBy('name').execute()
  return rows.map(({ name, title_en: en, title_zh: zh }) => ({ name, title: { en, zh } }))
}

async function ownPlan({ ctx }: Parts, { own }: Contents) {
  const plans = ctx.db.asInstance('name the plan of a workspace').selectFrom('plans_plans')
  const named = plans.select(['name', 'title_en', 'title_zh'])
  const { planId } = own
  const one = planId === undefined ? named.where('default_mark', '=', defaultMark) : named.where('id', '=', planId)
  const row = await one.executeTakeFirst()
  return row === undefined ? null : { name: row.name, title: { en: row.title_en, zh: row.title_zh } }
}

type Quota = PlanCatalogParts['quotas'][number]
type Meter = PlanCatalogParts['meters'][number]
type Named = Pick<WorkspaceEntitlement, 'name' | 'title'>

function tierOf(contents: Contents, named: Named, now: number): WorkspaceEntitlement {
  const has = hasTier(contents, named.name, now)
  return { kind: 'tier', ...named, unit: 'count', has, limit: null, used: null, resetsAt: null, over: null }
}

function quotaOf(
  contents: Contents,
  { name, title, unit, most, isLockable }: Quota,
  { now, since, used }: { readonly now: number; readonly since: Since; readonly used: number | null },
): WorkspaceEntitlement {
  const limit = Math.min(limitOf(contents, name, now) ?? most, most)
  const lock = isLockable ? lockOf(contents, name, now) : undefined
  const locked = lock === undefined || used === null ? 0 : Math.max(0, used - Math.min(lock.limit, most))
  const over = used === null || used <= limit ? null : { ...overOf(used - limit, since.get(name)), isLockable, locked }
  return { kind: 'quota', name, title, unit, has: limit > 0, limit, used, resetsAt: null, over }
}

/** By quota: when the workspace came to have more of it than its plan allows. */
type Since = ReadonlyMap<string, string>

async function excessSince({ ctx }: Parts, orgId: string): Promise<Since> {
  const excess = ctx.db.inWorkspace(orgId, 'show what is above a limit of the plan').selectFrom('plans_excess')
  const rows = await excess.select(['part', 'since']).execute()
  return new Map(rows.map(({ part, since }) => [part, since]))
}

function overOf(by: number, since: string | null = null) {
  return { by, since, until: since === null ? null : noticeEnd(since) }
}

async function meterOf(
  contents: Contents,
  { name, title, unit }: Meter,
  { now, plans, orgId }: { readonly now: number; readonly plans: EntitlementsService; readonly orgId: string },
): Promise<WorkspaceEntitlement> {
  const limit = limitOf(contents, name, now) ?? null
  const { used, resetsAt } = await plans.usedOf(orgId, name)
  return { kind: 'meter', name, title, unit, has: limit !== 0, limit, used, resetsAt, over: null }
}
