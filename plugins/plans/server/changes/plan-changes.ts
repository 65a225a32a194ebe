/**
 * Changes of a plan's contents: planned --apply--> applied --revert--> reverted.
 *
 * A change is applied to the contents that it was made of, and taken back from those that it left: any other is stale. Both
 * are one transaction that holds the plan, so two at once come one after the other.
 */
import { Problem, type EndpointInput, type InstanceTables, type Queries, type Row } from '@host/plugin'
import type { planChange, PlanChange, PlanContentsOf } from '../../shared.ts'
import { defaultKey, defaultMark, planKey } from '../entitlements/plan-source.ts'
import type { models, Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { checkContents } from '../plans/check-contents.ts'
import { publishChanges } from './publish-changes.ts'
import { findPlan, lockPlan } from '../plans/plan-rows.ts'

/** A change as it is stored. */
export type ChangeRow = Row<(typeof models)[1]>
type PlanRow = Row<(typeof models)[0]>
type Transaction = Queries<InstanceTables<Tables>>

/** Prepares a change. @throws Problem `not_found`, `invalid_input`, `conflict` when it changes nothing */
export async function planChangeOf(
  { ctx, catalog, clock }: Parts,
  { planId, userId, title, tiers, limits }: EndpointInput<typeof planChange> & { readonly userId: string },
): Promise<PlanChange> {
  checkContents(catalog, { tiers, limits })
  const db = ctx.db.asInstance('an instance admin prepares a change of a plan')
  const before = contentsOf(await findPlan(db, planId))
  const after: PlanContentsOf = {
    title: title ?? before.title,
    tiers: tiers === undefined ? before.tiers : [...new Set(tiers)],
    limits: limits ?? before.limits,
  }
  if (isSame(before, after)) throw new Problem('conflict', noChange)
  const values = { plan_id: planId, before, after, created_by: userId, created_at: new Date(clock()).toISOString() }
  const added = await db.insertInto('plans_changes').values(values).returningAll().executeTakeFirstOrThrow()
  return shownChange(added)
}

/** @throws Problem `not_found`, `conflict`, `stale_plan` */
export async function applyChange(parts: Parts, id: string): Promise<PlanChange> {
  return await move(parts, id, (change) => {
    if (change.applied_at !== null) throw new Problem('conflict', appliedAlready)
    return { from: change.before, to: change.after, mark: 'applied_at' }
  })
}

/** @throws Problem `not_found`, `conflict`, `stale_plan` */
export async function revertChange(parts: Parts, id: string): Promise<PlanChange> {
  return await move(parts, id, (change) => {
    if (change.applied_at === null || change.reverted_at !== null) throw new Problem('conflict', notApplied)
    return { from: change.after, to: change.before, mark: 'reverted_at' }
  })
}

interface Move {
  readonly from: PlanContentsOf
  readonly to: PlanContentsOf
  readonly mark: 'applied_at' | 'reverted_at'
}

async function move(
  { ctx, catalog, clock, index, jobs }: Parts,
  id: string,
  choose: (change: ChangeRow) => Move,
): Promise<PlanChange> {
  return await ctx.db.asInstance('an instance admin changes a plan').transaction(async (tx) => {
    const { plan_id: planId } = await findChange(tx, id)
    const plan = await lockPlan(tx, planId)
    const { from, to, mark } = choose(await findChange(tx, id))
    if (!isSame(contentsOf(plan), from)) throw new Problem('stale_plan')
    checkContents(catalog, { tiers: to.tiers, limits: to.limits })
    const now = new Date(clock()).toISOString()
    const set = { title_en: to.title.en, title_zh: to.title.zh, tiers: to.tiers, limits: to.limits, updated_at: now }
    await tx.updateTable('plans_plans').set(set).where('id', '=', planId).execute()
    const marked = tx.updateTable('plans_changes').set({ [mark]: now })
    const moved = await marked.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    index.forget([planKey(planId), ...(plan.default_mark === defaultMark ? [defaultKey] : [])])
    await jobs.enqueueForInstance(publishChanges, { planId, changedAt: now })
    return shownChange(moved)
  })
}

/** @throws Problem `not_found` */
export async function findChange(db: Pick<Transaction, 'selectFrom'>, id: string): Promise<ChangeRow> {
  const changes = db.selectFrom('plans_changes').selectAll().where('id', '=', id)
  const change = await changes.executeTakeFirst()
  if (change === undefined) throw new Problem('not_found')
  return change
}

/** A change as answers show it. */
export function shownChange(row: ChangeRow): PlanChange {
  const { before, after } = row
  return {
    id: row.id,
    planId: row.plan_id,
    state: row.reverted_at !== null ? 'reverted' : row.applied_at === null ? 'planned' : 'applied',
    before,
    after,
    gains: gained(before, after),
    loses: gained(after, before),
    createdAt: row.created_at,
    appliedAt: row.applied_at,
    revertedAt: row.reverted_at,
  }
}

/** Tiers, quotas and meters of which one has more than the other; no limit is the most. */
function gained(less: PlanContentsOf, more: PlanContentsOf): string[] {
  const limitIn = ({ limits }: PlanContentsOf, name: string): number =>
    Object.hasOwn(limits, name) ? (limits[name] ?? Infinity) : Infinity
  const names = new Set([...Object.keys(less.limits), ...Object.keys(more.limits)])
  return [
    ...more.tiers.filter((tier) => !less.tiers.includes(tier)),
    ...[...names].filter((name) => limitIn(more, name) > limitIn(less, name)),
  ].toSorted()
}

function contentsOf(plan: PlanRow): PlanContentsOf {
  return {
    title: { en: plan.title_en, zh: plan.title_zh },
    tiers: [...plan.tiers],
    limits: { ...plan.limits },
  }
}

function isSame(one: PlanContentsOf, other: PlanContentsOf): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ title, tiers, limits }: PlanContentsOf): string {
  const sorted = Object.entries(limits).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([title.en, title.zh, tiers.toSorted(), sorted])
}

const noChange = {
  detail: { en: 'This changes nothing in the plan.', zh: '此更改不会改变套餐的任何内容。' },
}

const appliedAlready = {
  detail: { en: 'This change was applied already.', zh: '此更改已应用。' },
}

const notApplied = {
  detail: { en: 'Only a change that is in effect can be reverted.', zh: '只能撤销当前生效的更改。' },
}
