/** Plans that payment plugins give to workspaces. */
import { Problem, serviceToken, type InstanceTables, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { decide, givePlan } from './write-workspace.ts'

/** A change of the plan of a workspace, as another system reports it. */
export interface ReportedPlan {
  /** The name of a plan; null for the default one. */
  readonly plan: string | null
  /** The payment plugin, such as `stripe`. */
  readonly source: string
  /** The ID of the event there. */
  readonly externalId: string
  /** When it happened there. */
  readonly at: Date
}

/** Gives workspaces the plans that payment systems report, in any order and however often. */
export interface PlanAssigner {
  /**
   * Gives a workspace a plan. A repeat, and a change that is older than the last one of its source, change nothing. Of
   * two at the same time, the one with the greater ID counts, whichever comes first.
   * @throws Problem `not_found` for an unknown workspace or plan, `conflict` for an archived plan
   */
  assign(orgId: string, change: ReportedPlan): Promise<'assigned' | 'ignored'>
}

/**
 * Gives workspaces the plans that payment systems report.
 * @example await requireService(ctx, PlanAssignments).assign(orgId, { plan: 'team', source: 'stripe', externalId, at })
 */
export const PlanAssignments = serviceToken<PlanAssigner>('plans.assignments')

type Transaction = Queries<InstanceTables<Tables>>

/** Lets payment plugins give plans to workspaces. */
export function providePlanAssignments(parts: Parts): void {
  parts.ctx.provide(PlanAssignments, {
    async assign(orgId, change) {
      requireShape(change)
      const reason = 'a payment plugin gives a workspace a plan'
      const isNewer = await decide(parts, { orgId, reason }, async (tx) => {
        if (!(await takeChange(tx, orgId, change))) return false
        await givePlan(parts, tx, { orgId, planId: await planIdOf(tx, change.plan), by: change.source })
        return true
      })
      if (!isNewer) return 'ignored'
      const { plan, source, externalId } = change
      const entry = { orgId, actor: { kind: 'host' }, target: `workspace:${orgId}` } as const
      await parts.ctx.audit.record({ ...entry, action: 'plan.assigned', after: { plan, source, externalId } })
      return 'assigned'
    },
  })
}

/** @throws TypeError */
function requireShape({ source, externalId, at }: ReportedPlan): void {
  const isSource = /^[a-z][a-z0-9-]{0,39}$/.test(source)
  if (isSource && externalId !== '' && externalId.length <= 190 && !Number.isNaN(at.getTime())) return
  throw new TypeError('A change of a plan has a source, an ID of at most 190 characters, and a time.')
}

/** Stores a change as the last one of its source, unless a newer one, or itself, is. The row is locked by its write. */
async function takeChange(tx: Transaction, orgId: string, { source, externalId, at }: ReportedPlan): Promise<boolean> {
  const last = { external_id: externalId, happened_at: at.toISOString() }
  const added = tx
    .insertInto('plans_reports')
    .values({ org_id: orgId, source, ...last })
    .onConflict((conflict) => conflict.columns(['org_id', 'source']).doNothing())
    .returning('id')
  if ((await added.executeTakeFirst()) !== undefined) return true
  const newer = tx
    .updateTable('plans_reports')
    .set(last)
    .where('org_id', '=', orgId)
    .where('source', '=', source)
    .where((where) =>
      where.or([
        where('happened_at', '<', last.happened_at),
        where.and([where('happened_at', '=', last.happened_at), where('external_id', '<', externalId)]),
      ]),
    )
    .returning('id')
  return (await newer.executeTakeFirst()) !== undefined
}

/** @throws Problem `not_found` */
async function planIdOf(tx: Transaction, name: string | null): Promise<string | null> {
  if (name === null) return null
  const plan = await tx.selectFrom('plans_plans').select('id').where('name', '=', name).executeTakeFirst()
  if (plan === undefined) throw new Problem('not_found')
  return plan.id
}
