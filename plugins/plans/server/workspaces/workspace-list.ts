import { listOf, type EndpointInput, type PluginContext } from '@host/plugin'
import type { listPlanWorkspaces } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

const mostListed = 10_000

/** All workspaces, with the plan that each was given. */
export async function planWorkspaces({ ctx }: Pick<Parts, 'ctx'>, input: EndpointInput<typeof listPlanWorkspaces>) {
  const db = ctx.db.asInstance('list the plans of workspaces for an instance admin')
  const rows = newestOf(db)
    .leftJoin('plans_assignments as given', 'given.org_id', 'workspace.id')
    .leftJoin('plans_plans as plan', 'plan.id', 'given.plan_id')
    .select([
      'workspace.id as id',
      'workspace.name as workspace_name',
      'given.since as since',
      'plan.id as plan_id',
      'plan.name as name',
      'plan.title_en as title_en',
      'plan.title_zh as title_zh',
    ])
  const { items, ...page } = await listOf({ db, input }, rows, {
    id: 'workspace.id',
    usual: 'name',
    sort: { name: 'workspace.name' },
    search: ['workspace.name'],
    filter: { planId: 'given.plan_id' },
  })
  return {
    ...page,
    items: items.map((row) => ({ ...shownPlan(row), workspace: { id: row.id, name: row.workspace_name } })),
  }
}

/** The newest workspaces: orders and searches of all would have no bound on an instance with many. */
function newestOf(db: ReturnType<PluginContext<Tables>['db']['asInstance']>) {
  const all = db.selectFrom('workspaces as workspace')
  const newest = db.selectFrom((build) =>
    build
      .selectFrom('workspaces as one')
      .select(['one.id as id', 'one.name as name'])
      .orderBy('one.id', 'desc')
      .limit(mostListed)
      .as('workspace'),
  )
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
