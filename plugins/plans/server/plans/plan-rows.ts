import { Problem, type InstanceTables, type Queries, type ReadQueries, type Row } from '@host/plugin'
import type { Plan } from '../../shared.ts'
import { defaultMark } from '../entitlements/plan-source.ts'
import type { models, Tables } from '../models.ts'

type PlanRow = Row<(typeof models)[0]>
type Database = ReadQueries<InstanceTables<Tables>>

/** @throws Problem `not_found` */
export async function findPlan(db: Database, id: string): Promise<PlanRow> {
  const row = await db.selectFrom('plans_plans').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Locks a plan until the transaction ends. @throws Problem `not_found` */
export async function lockPlan(tx: Queries<InstanceTables<Tables>>, id: string): Promise<PlanRow> {
  const row = await tx.selectFrom('plans_plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Plans as answers show them. */
export async function shownPlans(db: Database, rows: readonly PlanRow[]): Promise<Plan[]> {
  const ids = rows.map(({ id }) => id)
  const counts =
    ids.length === 0
      ? []
      : await db
          .selectFrom('plans_assignments')
          .select(['plan_id', ({ fn }) => fn.countAll<number>().as('count')])
          .where('plan_id', 'in', ids)
          .groupBy('plan_id')
          .execute()
  const by = new Map(counts.map(({ plan_id: id, count }) => [id, count]))
  return rows.map((row) => shownPlan(row, by.get(row.id) ?? 0))
}

function shownPlan(row: PlanRow, workspaces: number): Plan {
  return {
    id: row.id,
    name: row.name,
    title: { en: row.title_en, zh: row.title_zh },
    tiers: [...row.tiers],
    limits: { ...row.limits },
    isDefault: row.default_mark === defaultMark,
    isArchived: row.is_archived,
    workspaces,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
