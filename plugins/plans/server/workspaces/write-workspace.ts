/** Decisions of instance admins about one workspace. Each counts on every process before its request is answered. */
import { Problem, type EndpointInput, type FieldProblem, type InstanceTables, type Queries } from '@host/plugin'
import { planLimits, type addGrant, type assignPlan, type PlanGrant, type setOverride } from '../../shared.ts'
import { defaultMark, ownKey } from '../entitlements/plan-source.ts'
import { planChanged } from '../events.ts'
import { checkExcess } from '../excess/excess-of.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { limitProblem } from '../plans/check-contents.ts'
import { lockPlan } from '../plans/plan-rows.ts'
import { findWorkspace, shownGrant } from './workspace-plans.ts'

type Transaction = Queries<InstanceTables<Tables>>

/** Runs a decision about a workspace, which every process then reads again. @throws Problem `not_found` */
export async function decide<Result>(
  { ctx, index, jobs, clock }: Parts,
  { orgId, reason }: { readonly orgId: string; readonly reason: string },
  write: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await ctx.db.asInstance(reason).transaction(async (tx) => {
    await findWorkspace(tx, orgId)
    const result = await write(tx)
    index.forget([ownKey(orgId)])
    await jobs.enqueueForInstance(checkExcess, { orgId, changedAt: new Date(clock()).toISOString() })
    return result
  })
}

/** Gives a workspace a plan, or the default one. @throws Problem `not_found`, `conflict` */
export async function assignPlanTo(
  parts: Parts,
  { orgId, planId, userId }: EndpointInput<typeof assignPlan> & { readonly userId: string },
): Promise<void> {
  const reason = 'an instance admin gives a workspace a plan'
  await decide(parts, { orgId, reason }, (tx) => givePlan(parts, tx, { orgId, planId, by: userId }))
}

/** A plan that a workspace is given. */
export interface GivenPlan {
  readonly orgId: string
  /** Null for the default plan. */
  readonly planId: string | null
  /** A user, or a payment plugin. */
  readonly by: string
}

/** Gives a workspace a plan, inside of a decision. @throws Problem `not_found`, `conflict` */
export async function givePlan(parts: Parts, tx: Transaction, { orgId, planId, by }: GivenPlan): Promise<void> {
  const from = await planNameOf(tx, orgId)
  if (planId === null) {
    await tx.deleteFrom('plans_assignments').where('org_id', '=', orgId).execute()
  } else {
    const plan = await lockPlan(tx, planId)
    if (plan.is_archived) throw new Problem('conflict', archived)
    const given = { plan_id: planId, since: new Date(parts.clock()).toISOString(), assigned_by: by }
    await tx
      .insertInto('plans_assignments')
      .values({ org_id: orgId, ...given })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(given))
      .execute()
  }
  const to = await planNameOf(tx, orgId)
  if (from !== to) await parts.events.publish(planChanged, orgId, { from, to })
}

/** The name of the plan that counts for a workspace; null for none. */
async function planNameOf(tx: Transaction, orgId: string): Promise<string | null> {
  const given = tx.selectFrom('plans_assignments').select('plan_id').where('org_id', '=', orgId)
  const planId = (await given.executeTakeFirst())?.plan_id
  const plans = tx.selectFrom('plans_plans').select('name')
  const one = planId === undefined ? plans.where('default_mark', '=', defaultMark) : plans.where('id', '=', planId)
  return (await one.executeTakeFirst())?.name ?? null
}

/** @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function overrideOf(
  parts: Parts,
  { orgId, name, has, limit, note }: EndpointInput<typeof setOverride>,
): Promise<void> {
  checkPart(parts, name, limit)
  const value = { has: has ?? null, limit: limit ?? null, note, created_at: new Date(parts.clock()).toISOString() }
  await decide(parts, { orgId, reason: 'an instance admin overrides the plan of a workspace' }, async (tx) => {
    const known = tx.selectFrom('plans_overrides').select('name').where('org_id', '=', orgId)
    const names = (await known.limit(planLimits.overrides).execute()).map((row) => row.name)
    if (names.length >= planLimits.overrides && !names.includes(name)) throw new Problem('conflict', tooMany)
    await tx
      .insertInto('plans_overrides')
      .values({ org_id: orgId, name, ...value })
      .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(value))
      .execute()
  })
}

/** @throws Problem `not_found` */
export async function removeOverrideOf(parts: Parts, { orgId, name }: { orgId: string; name: string }): Promise<void> {
  await decide(parts, { orgId, reason: 'an instance admin removes an override of a plan' }, async (tx) => {
    const removed = tx.deleteFrom('plans_overrides').where('org_id', '=', orgId).where('name', '=', name)
    if ((await removed.returning('id').executeTakeFirst()) === undefined) throw new Problem('not_found')
  })
}

/** @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function grantTo(
  parts: Parts,
  { orgId, name, amount, from, until, note, userId }: EndpointInput<typeof addGrant> & { readonly userId: string },
): Promise<PlanGrant> {
  checkPart(parts, name, amount)
  const now = new Date(parts.clock()).toISOString()
  const starts = from ?? now
  if (until !== undefined && Date.parse(until) <= Math.max(Date.parse(starts), parts.clock())) throw endsTooEarly()
  const row = {
    name,
    amount: amount ?? null,
    starts_at: starts,
    ends_at: until ?? null,
    note,
    granted_by: userId,
    created_at: now,
    revoked_at: null,
  }
  return await decide(parts, { orgId, reason: 'an instance admin grants a workspace more' }, async (tx) => {
    const active = tx.selectFrom('plans_grants').select('id').where('org_id', '=', orgId)
    const open = active.where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    const count = (await open.limit(planLimits.grants).execute()).length
    if (count >= planLimits.grants) throw new Problem('conflict', tooMany)
    const added = tx
      .insertInto('plans_grants')
      .values({ org_id: orgId, ...row })
      .returning('id')
    return shownGrant({ ...row, ...(await added.executeTakeFirstOrThrow()) })
  })
}

/** Ends a grant now. One that has ended stays as it is. @throws Problem `not_found` */
export async function revokeGrantOf(parts: Parts, { orgId, id }: { orgId: string; id: string }): Promise<PlanGrant> {
  return await decide(parts, { orgId, reason: 'an instance admin ends a grant' }, async (tx) => {
    const grants = tx.selectFrom('plans_grants').selectAll().where('org_id', '=', orgId).where('id', '=', id)
    const grant = await grants.forUpdate().executeTakeFirst()
    if (grant === undefined) throw new Problem('not_found')
    const now = new Date(parts.clock()).toISOString()
    if (grant.ends_at !== null && grant.ends_at <= now) return shownGrant(grant)
    const ended = { ends_at: now, revoked_at: now }
    await tx.updateTable('plans_grants').set(ended).where('id', '=', id).execute()
    return shownGrant({ ...grant, ...ended })
  })
}

/** A tier takes no amount, a quota or meter needs one. @throws Problem `invalid_input` */
function checkPart({ catalog }: Parts, name: string, amount: number | undefined): void {
  const parts = catalog.parts()
  const isTier = parts.tiers.some((tier) => tier.name === name)
  if (isTier && amount === undefined) return
  const problem = isTier || amount === undefined ? undefined : limitProblem(parts, name, amount)
  if (!isTier && amount !== undefined && problem === undefined) return
  throw new Problem('invalid_input', { errors: [problem === undefined ? amountProblem : { ...problem, path: 'name' }] })
}

const amountProblem: FieldProblem = {
  path: 'name',
  message: {
    en: 'Name a tier without an amount, or a quota or meter with one.',
    zh: '请填写不带数量的功能，或带数量的配额或计量项。',
  },
}

function endsTooEarly(): Problem {
  const message = { en: 'Choose an end after the beginning and after now.', zh: '结束时间须晚于开始时间和当前时间。' }
  return new Problem('invalid_input', { errors: [{ path: 'until', message }] })
}

const archived = {
  detail: { en: 'This plan is archived. Choose another one.', zh: '此套餐已归档，请选择其他套餐。' },
}

const tooMany = {
  detail: {
    en: `A workspace has at most ${planLimits.overrides} overrides and as many grants that have not ended.`,
    zh: `一个工作区最多有 ${planLimits.overrides} 项单独设置，未结束的授权也不超过此数。`,
  },
}
