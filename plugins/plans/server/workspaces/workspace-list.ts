import { listOf, type EndpointInput } from '@host/plugin'
import type { listPlanWorkspaces } from '../../shared.ts'
import type { Parts } from '../parts.ts'

/** Workspaces that were given a plan, with both names. */
export async function planWorkspaces({ ctx }: Pick<Parts, 'ctx'>, input: EndpointInput<typeof listPlanWorkspaces>) {
  const db = ctx.db.asInstance('list the plans of workspaces for an instance admin')
  const rows = db
    .selectFrom('plans_assignments as given')
    .innerJoin('plans_plans as plan', 'plan.id', 'given.plan_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'given.org_id')
    .select([
      'given.id as id',
      'given.org_id as org_id',
      'given.since as since',
      'workspace.name as workspace_name',
      'plan.id as plan_id',
      'plan.name as name',
      'plan.title_en as title_en',
      'plan.title_zh as title_zh',
    ])
  const { items, ...page } = await listOf({ db, input }, rows, {
    id: 'given.id',
    usual: '-since',
    sort: { since: 'given.since' },
    filter: { planId: 'given.plan_id' },
  })
  return {
    ...page,
    items: items.map((row) => ({
      workspace: { id: row.org_id, name: row.workspace_name },
      plan: { id: row.plan_id, name: row.name, title: { en: row.title_en, zh: row.title_zh } },
      since: row.since,
    })),
  }
}
