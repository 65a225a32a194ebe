import { Exports, listOf, requireService, type EntitlementsService } from '@host/plugin'
import {
  addGrant,
  assignPlan,
  changePlan,
  createPlan,
  explainEntitlement,
  exportPlanUsage,
  listEntitlements,
  listPlanParts,
  listPlans,
  listPlanWorkspaces,
  listRecordsAbove,
  readPlan,
  readWorkspacePlan,
  removeOverride,
  revokeGrant,
  setOverride,
  type Plan,
  type PlanPart,
} from '../shared.ts'
import { entitlementsOf, explainedEntitlement } from './entitlements/own-entitlements.ts'
import { recordsAbove } from './excess/records-above.ts'
import { exportedUsage, requireMeasured } from './meters/usage-export.ts'
import type { Parts, PlansMux } from './parts.ts'
import { findPlan, shownPlans } from './plans/plan-rows.ts'
import { changePlanOf, createPlanOf } from './plans/write-plan.ts'
import { peopleOf } from './plans/person-budgets.ts'
import { planWorkspaces } from './workspaces/workspace-list.ts'
import { workspacePlan } from './workspaces/workspace-plans.ts'
import { assignPlanTo, grantTo, overrideOf, removeOverrideOf, revokeGrantOf } from './workspaces/write-workspace.ts'

const reason = 'show plans to an instance admin'

/** Routes of plans for instance admins. */
export function mountPlans(mux: PlansMux, parts: Parts): void {
  const { audit, db: doors } = parts.ctx
  mux.endpoint(listPlanParts, async () => ({ items: planParts(parts), people: await peopleOf(parts) }))
  mux.endpoint(listPlans, async ({ input }) => {
    const db = doors.asInstance(reason)
    const { items, ...page } = await listOf({ db, input }, db.selectFrom('plans_plans').selectAll(), {
      usual: 'createdAt',
      sort: { name: 'name', createdAt: 'created_at' },
      filter: { isArchived: 'is_archived' },
    })
    return { ...page, items: await shownPlans(db, items) }
  })
  mux.endpoint(readPlan, ({ params }) => planOf(parts, params.id))
  mux.endpoint(createPlan, async ({ input, request }) => {
    const id = await createPlanOf(parts, input)
    audit.describe(request, { target: `plan:${id}`, after: { ...input } })
    return await planOf(parts, id)
  })
  mux.endpoint(changePlan, async ({ params, input, request }) => {
    const before = await planOf(parts, params.id)
    await changePlanOf(parts, { ...input, id: params.id })
    const after = await planOf(parts, params.id)
    audit.describe(request, { target: `plan:${params.id}`, before, after })
    return after
  })
}

/** Routes of the plans of workspaces, for instance admins. */
export function mountWorkspacePlans(mux: PlansMux, parts: Parts, plans: EntitlementsService): void {
  const { audit } = parts.ctx
  const describe = (request: Request, orgId: string, after: Readonly<Record<string, unknown>>): void =>
    audit.describe(request, { orgId, target: `workspace:${orgId}`, after })
  mux.endpoint(listPlanWorkspaces, ({ input }) => planWorkspaces(parts, input))
  mux.endpoint(readWorkspacePlan, async ({ params: { orgId } }) => {
    const plan = await workspacePlan(parts, orgId)
    return { ...plan, entitlements: (await entitlementsOf(parts, plans, orgId)).items }
  })
  mux.endpoint(exportPlanUsage, ({ input }) => {
    requireMeasured(parts, input.month)
    return exportedUsage(parts, requireService(parts.ctx, Exports), { ...input, format: input.format ?? 'csv' })
  })
  mux.endpoint(assignPlan, async ({ params, input, userId, request }) => {
    const before = await workspacePlan(parts, params.orgId)
    await assignPlanTo(parts, { ...input, ...params, userId })
    const after = await workspacePlan(parts, params.orgId)
    describe(request, params.orgId, { from: before.plan?.name ?? null, to: after.plan?.name ?? null })
    return after
  })
  mux.endpoint(setOverride, async ({ params, input, request }) => {
    await overrideOf(parts, { ...input, ...params })
    describe(request, params.orgId, { name: params.name, ...input })
    return await workspacePlan(parts, params.orgId)
  })
  mux.endpoint(removeOverride, async ({ params, request }) => {
    await removeOverrideOf(parts, params)
    describe(request, params.orgId, { name: params.name })
    return await workspacePlan(parts, params.orgId)
  })
  mux.endpoint(addGrant, async ({ params, input, userId, request }) => {
    const grant = await grantTo(parts, { ...input, ...params, userId })
    describe(request, params.orgId, { ...grant })
    return grant
  })
  mux.endpoint(revokeGrant, async ({ params, request }) => {
    const grant = await revokeGrantOf(parts, params)
    describe(request, params.orgId, { ...grant })
    return grant
  })
}

/** Routes of a workspace about its own plan. */
export function mountEntitlements(mux: PlansMux, parts: Parts, plans: EntitlementsService): void {
  mux.endpoint(listEntitlements, ({ orgId }) => entitlementsOf(parts, plans, orgId))
  mux.endpoint(listRecordsAbove, async ({ orgId, params }) => ({
    items: await recordsAbove(parts, orgId, params.name),
  }))
  mux.endpoint(explainEntitlement, ({ orgId, params }) =>
    explainedEntitlement(parts, plans, { orgId, name: params.name }),
  )
}

async function planOf({ ctx }: Parts, id: string): Promise<Plan> {
  const db = ctx.db.asInstance(reason)
  const [plan] = await shownPlans(db, [await findPlan(db, id)])
  if (plan === undefined) throw new Error(`The plan ${id} is not shown.`)
  return plan
}

function planParts({ catalog }: Parts): PlanPart[] {
  const { tiers, quotas, meters } = catalog.parts()
  return [
    ...tiers.map(({ name, plugin, title }): PlanPart => ({
      kind: 'tier',
      name,
      plugin,
      title,
      most: null,
      unit: 'count',
    })),
    ...quotas.map(({ name, plugin, title, most, unit }): PlanPart => ({
      kind: 'quota',
      name,
      plugin,
      title,
      most,
      unit,
    })),
    ...meters.map(({ name, plugin, title, unit }): PlanPart => ({
      kind: 'meter',
      name,
      plugin,
      title,
      most: null,
      unit,
    })),
  ]
}
