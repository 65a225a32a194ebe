/** The event `plan.changed` in every workspace of a plan whose contents changed: in pages, and not before the answer. */
import * as z from 'zod/mini'
import { defineJob, type JobsService } from '@host/plugin'
import { defaultMark } from '../entitlements/plan-source.ts'
import { planChanged } from '../events.ts'
import { storeExcess } from '../excess/excess-of.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

export const publishChanges = defineJob({
  name: 'publish-changes',
  input: z.strictObject({ planId: z.string(), changedAt: z.optional(z.string()) }),
  place: 'instance',
  timeout: 3_000_000,
})

const pageSize = 200

export function handlePublishing(jobs: JobsService<Tables>, parts: Parts): void {
  const { ctx, events } = parts
  jobs.handle(publishChanges, async ({ db, signal }, { planId, changedAt = new Date(parts.clock()).toISOString() }) => {
    const plans = db.selectFrom('plans_plans').select(['name', 'default_mark']).where('id', '=', planId)
    const plan = await plans.executeTakeFirst()
    if (plan === undefined) return
    const all = db
      .selectFrom('workspaces as workspace')
      .leftJoin('plans_assignments as given', 'given.org_id', 'workspace.id')
      .select('workspace.id as id')
      .orderBy('workspace.id')
      .limit(pageSize)
    const own =
      plan.default_mark === defaultMark
        ? all.where((where) => where.or([where('given.id', 'is', null), where('given.plan_id', '=', planId)]))
        : all.where('given.plan_id', '=', planId)
    for (let last = ''; ;) {
      const ids = (await own.where('workspace.id', '>', last).execute()).map(({ id }) => id)
      for (const id of ids) {
        signal.throwIfAborted()
        await ctx.db
          .inWorkspace(id, 'say that the plan of a workspace changed')
          .transaction(async () => void (await events.publish(planChanged, id, { from: plan.name, to: plan.name })))
        await storeExcess(parts, id, changedAt)
      }
      if (ids.length < pageSize) return
      last = ids.at(-1) ?? last
    }
  })
}
