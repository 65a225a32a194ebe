/** The workspaces of a plan, each with what a change of it gives, takes, and leaves above the limit. */
import { listOf, type EndpointInput } from '@host/plugin'
import type { AffectedWorkspace, listAffectedWorkspaces, PlanContentsOf } from '../../shared.ts'
import { hasTier, limitOf, type Contents } from '../entitlements/effective.ts'
import { defaultMark } from '../entitlements/plan-source.ts'
import type { Parts } from '../parts.ts'
import { findPlan } from '../plans/plan-rows.ts'
import { findChange } from './plan-changes.ts'

/** Workspaces on a page: the quotas of each are counted. */
const mostOnPage = 50

/** @throws Problem `not_found` */
export async function affectedWorkspaces(
  parts: Parts,
  { id, ...input }: EndpointInput<typeof listAffectedWorkspaces> & { readonly id: string },
) {
  const db = parts.ctx.db.asInstance('show whom a change of a plan affects')
  const change = await findChange(db, id)
  const plan = await findPlan(db, change.plan_id)
  const isDefault = plan.default_mark === defaultMark
  const all = db
    .selectFrom('workspaces as workspace')
    .leftJoin('plans_assignments as given', 'given.org_id', 'workspace.id')
    .select(['workspace.id as id', 'workspace.name as name'])
  const own = isDefault
    ? all.where((where) => where.or([where('given.id', 'is', null), where('given.plan_id', '=', plan.id)]))
    : all.where('given.plan_id', '=', plan.id)
  const limit = Math.min(input.limit ?? mostOnPage, mostOnPage)
  const { items, ...page } = await listOf({ db, input: { ...input, limit } }, own, {
    id: 'workspace.id',
    usual: 'id',
    sort: { id: 'workspace.id' },
  })
  return { ...page, items: await Promise.all(items.map((row) => affected(parts, row, { name: plan.name, change }))) }
}

interface Changing {
  readonly name: string
  readonly change: { readonly before: PlanContentsOf; readonly after: PlanContentsOf }
}

async function affected(
  { entitling, catalog, clock }: Parts,
  workspace: { readonly id: string; readonly name: string },
  { name, change }: Changing,
): Promise<AffectedWorkspace> {
  const [{ own }, now] = [await entitling.contentsOf(workspace.id), clock()]
  const before: Contents = { own, plan: { name, ...change.before } }
  const after: Contents = { own, plan: { name, ...change.after } }
  const { tiers, quotas, meters } = catalog.parts()
  const limit = (contents: Contents, part: string): number => limitOf(contents, part, now) ?? Infinity
  const more = (less: Contents, greater: Contents): string[] =>
    [
      ...tiers.filter((tier) => hasTier(greater, tier.name, now) && !hasTier(less, tier.name, now)),
      ...[...quotas, ...meters].filter((part) => limit(greater, part.name) > limit(less, part.name)),
    ].map((part) => part.name)
  const loses = more(after, before)
  const lowered = quotas.filter((quota) => loses.includes(quota.name))
  const used = lowered.length === 0 ? new Map<string, number>() : await catalog.used(workspace.id)
  const over = lowered.flatMap((quota) => {
    const [has, most] = [used.get(quota.name) ?? 0, limit(after, quota.name)]
    return has > most ? [{ name: quota.name, used: has, limit: most }] : []
  })
  return { workspace, gains: more(before, after), loses, over }
}
