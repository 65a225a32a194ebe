import { Problem, type InstanceTables, type ReadQueries } from '@host/plugin'
import { planLimits, type PlanGrant, type WorkspacePlan } from '../../shared.ts'
import { defaultMark } from '../entitlements/plan-source.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

type Database = ReadQueries<InstanceTables<Tables>>

const reason = 'show the plan of a workspace to an instance admin'

/** The plan of a workspace, with its overrides and the latest grants. @throws Problem `not_found` */
export async function workspacePlan({ ctx }: Pick<Parts, 'ctx'>, orgId: string): Promise<WorkspacePlan> {
  const db = ctx.db.asInstance(reason)
  const workspace = await findWorkspace(db, orgId)
  const assigned = db.selectFrom('plans_assignments').select('plan_id').where('org_id', '=', orgId)
  const planId = (await assigned.executeTakeFirst())?.plan_id
  const overrides = db.selectFrom('plans_overrides').selectAll().where('org_id', '=', orgId).orderBy('name')
  const grants = db.selectFrom('plans_grants').selectAll().where('org_id', '=', orgId).orderBy('id', 'desc')
  return {
    workspace,
    plan: (await planNamed(db, planId)) ?? null,
    isOwn: planId !== undefined,
    overrides: (await overrides.limit(planLimits.overrides).execute()).map((row) => ({
      name: row.name,
      has: row.has,
      limit: row.limit,
      note: row.note,
      createdAt: row.created_at,
    })),
    grants: (await grants.limit(planLimits.grants).execute()).map(shownGrant),
  }
}

/** @throws Problem `not_found` */
export async function findWorkspace(db: Database, orgId: string): Promise<{ id: string; name: string }> {
  const workspace = await db.selectFrom('workspaces').select(['id', 'name']).where('id', '=', orgId).executeTakeFirst()
  if (workspace === undefined) throw new Problem('not_found')
  return workspace
}

/** A plan by its ID; the default one without. */
async function planNamed(db: Database, id: string | undefined) {
  const plans = db.selectFrom('plans_plans').select(['id', 'name', 'title_en', 'title_zh'])
  const one = id === undefined ? plans.where('default_mark', '=', defaultMark) : plans.where('id', '=', id)
  const row = await one.executeTakeFirst()
  return row && { id: row.id, name: row.name, title: { en: row.title_en, zh: row.title_zh } }
}

interface GrantRow {
  readonly id: string
  readonly name: string
  readonly amount: number | null
  readonly starts_at: string
  readonly ends_at: string | null
  readonly note: string
  readonly created_at: string
  readonly revoked_at: string | null
}

/** A grant as answers show it. */
export function shownGrant(row: GrantRow): PlanGrant {
  return {
    id: row.id,
    name: row.name,
    amount: row.amount,
    from: row.starts_at,
    until: row.ends_at,
    note: row.note,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}
