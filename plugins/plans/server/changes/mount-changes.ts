import { listOf } from '@host/plugin'
import {
  applyPlanChange,
  listAffectedWorkspaces,
  listPlanChanges,
  planChange,
  revertPlanChange,
  type PlanChange,
} from '../../shared.ts'
import type { Parts, PlansMux } from '../parts.ts'
import { affectedWorkspaces } from './affected-workspaces.ts'
import { applyChange, planChangeOf, revertChange, shownChange } from './plan-changes.ts'

/** Routes of changes of plans, for instance admins. */
export function mountChanges(mux: PlansMux, parts: Parts): void {
  const { audit, db: doors } = parts.ctx
  const describe = (request: Request, change: PlanChange, isBack = false): void => {
    const [before, after] = isBack ? [change.after, change.before] : [change.before, change.after]
    audit.describe(request, { target: `plan:${change.planId}`, before: { ...before }, after: { ...after } })
  }
  mux.endpoint(planChange, async ({ input, userId, request }) => {
    const change = await planChangeOf(parts, { ...input, userId })
    describe(request, change)
    return change
  })
  mux.endpoint(listPlanChanges, async ({ input }) => {
    const db = doors.asInstance('show the changes of a plan to an instance admin')
    const all = db.selectFrom('plans_changes').selectAll()
    const { items, ...page } = await listOf({ db, input }, all, {
      filter: { planId: 'plan_id' },
      usual: '-createdAt',
      sort: { createdAt: 'created_at' },
    })
    return { ...page, items: items.map(shownChange) }
  })
  mux.endpoint(listAffectedWorkspaces, ({ params, input }) => affectedWorkspaces(parts, { ...input, ...params }))
  mux.endpoint(applyPlanChange, async ({ params, request }) => {
    const change = await applyChange(parts, params.id)
    describe(request, change)
    return change
  })
  mux.endpoint(revertPlanChange, async ({ params, request }) => {
    const change = await revertChange(parts, params.id)
    describe(request, change, true)
    return change
  })
}
