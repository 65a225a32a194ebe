/**
 * All workspaces, with the plan that each was given: by the time of their creation, page by page of an index, however many
 * there are. Orders by name and searches look at the newest ones: of all, they would have no bound.
 */
import { listOf, type EndpointInput, type PluginContext } from '@host/plugin'
import type { listPlanWorkspaces } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Workspaces among which names are looked at; half of them where each is found by its plan first. */
const mostNamed = 10_000

type Input = EndpointInput<typeof listPlanWorkspaces>
type Database = ReturnType<PluginContext<Tables>['db']['asInstance']>

export async function planWorkspaces({ ctx }: Pick<Parts, 'ctx'>, { planId, ...input }: Input) {
  const db = ctx.db.asInstance('list the plans of workspaces for an instance admin')
  const byName = (input.q ?? '') !== '' || input.sort?.endsWith('name') === true
  const { items, ...page } =
    planId === undefined ? await pageOfAll(db, input, byName) : await pageOfPlan(db, { ...input, planId }, byName)
  return {
    ...page,
    items: items.map((row) => ({ ...shownPlan(row), workspace: { id: row.id, name: row.workspace_name } })),
  }
}

const columns = [
  'workspace.id as id',
  'workspace.name as workspace_name',
  'given.since as since',
  'plan.id as plan_id',
  'plan.name as name',
  'plan.title_en as title_en',
  'plan.title_zh as title_zh',
] as const

async function pageOfAll(db: Database, input: Omit<Input, 'planId'>, byName: boolean) {
  const rows = (byName ? newestOf(db) : db.selectFrom('workspaces as workspace'))
    .leftJoin('plans_assignments as given', 'given.org_id', 'workspace.id')
    .leftJoin('plans_plans as plan', 'plan.id', 'given.plan_id')
    .select(columns)
  return await listOf({ db, input }, rows, {
    id: 'workspace.id',
    usual: '-createdAt',
    sort: { name: 'workspace.name', createdAt: 'workspace.id' },
    search: ['workspace.name'],
  })
}

async function pageOfPlan(db: Database, { planId, ...input }: Input & { readonly planId: string }, byName: boolean) {
  const rows = (byName ? newestGiven(db, planId) : db.selectFrom('plans_assignments as given'))
    .innerJoin('workspaces as workspace', 'workspace.id', 'given.org_id')
    .innerJoin('plans_plans as plan', 'plan.id', 'given.plan_id')
    .where('given.plan_id', '=', planId)
    .select(columns)
  return await listOf({ db, input }, rows, {
    id: 'given.org_id',
    usual: '-createdAt',
    sort: { name: 'workspace.name', createdAt: 'given.org_id' },
    search: ['workspace.name'],
  })
}

function newestOf(db: Database) {
  const all = db.selectFrom('workspaces as workspace')
  const newest = db.selectFrom((build) =>
    build
      .selectFrom('workspaces as one')
      .select(['one.id as id', 'one.name as name'])
      .orderBy('one.id', 'desc')
      .limit(mostNamed)
      .as('workspace'),
  )
  // The list reads these columns alone.
  return newest as unknown as typeof all
}

function newestGiven(db: Database, planId: string) {
  const all = db.selectFrom('plans_assignments as given')
  const newest = db.selectFrom((build) =>
    build
      .selectFrom('plans_assignments as one')
      .select(['one.org_id as org_id', 'one.plan_id as plan_id', 'one.since as since'])
      .where('one.plan_id', '=', planId)
      .orderBy('one.org_id', 'desc')
      .limit(mostNamed / 2)
      .as('given'),
  )
  // The list reads these columns alone.
  return newest as unknown as typeof all
}

interface PlanColumns {
  readonly since: string | null
  readonly plan_id: string | null
  readonly name: string | null
  readonly title_en: string | null
  readonly title_zh: string | null
}

function shownPlan({ since, plan_id: id, name, title_en: en, title_zh: zh }: PlanColumns) {
  const isGiven = id !== null && name !== null && en !== null && zh !== null
  return { plan: isGiven ? { id, name, title: { en, zh } } : null, since }
}
