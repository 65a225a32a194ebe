import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { planLimits } from './limits.ts'
import { limitsOfPlan, planTitle, tiersOfPlan } from './plans.ts'

/** States of a change: planned until it is applied, and applied until it is reverted. */
export const planChangeStates = ['planned', 'applied', 'reverted'] as const

const Contents = z.object({
  title: z.object({ en: z.string(), zh: z.string() }),
  tiers: z.array(z.string()),
  limits: z.record(z.string(), z.int()),
})

/** The part of a plan that a change sets. */
export type PlanContentsOf = z.infer<typeof Contents>

const Change = z.object({
  id: z.string(),
  planId: z.string(),
  state: z.enum(planChangeStates),
  before: Contents,
  after: Contents,
  gains: z
    .array(z.string())
    .check(z.describe('Tiers that the plan gains, and quotas and meters of which it has more.')),
  loses: z.array(z.string()).check(z.describe('Tiers that it loses, and quotas and meters of which it has less.')),
  createdAt: z.string(),
  appliedAt: z.nullable(z.string()),
  revertedAt: z.nullable(z.string()),
})

/** A change of a plan, which is looked at before it is applied. */
export type PlanChange = z.infer<typeof Change>

const Affected = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  gains: z.array(z.string()),
  loses: z.array(z.string()),
  over: z
    .array(z.object({ name: z.string(), used: z.int(), limit: z.int() }))
    .check(z.describe('Quotas of which the workspace has more than the change allows. Nothing of it is deleted.')),
})

/** A workspace as a change affects it. */
export type AffectedWorkspace = z.infer<typeof Affected>

const planId = z.string().check(z.maxLength(64))

export const planChange = defineEndpoint({
  pattern: 'POST /api/instance/plans/changes',
  input: z.strictObject({
    planId,
    title: z.optional(planTitle),
    tiers: z.optional(tiersOfPlan),
    limits: z.optional(limitsOfPlan),
  }),
  output: Change,
  audience: 'instance',
  status: 201,
  bodyLimit: planLimits.body,
  audit: 'plan.change_planned',
  errors: ['conflict', 'not_found'],
  summary: 'Prepare a change of a plan; nothing changes until it is applied',
})

export const listPlanChanges = defineEndpoint({
  pattern: 'GET /api/instance/plans/changes',
  input: listInput({ sort: ['createdAt'], filters: { planId } }),
  output: pageOf(Change),
  audience: 'instance',
  summary: 'List the changes of plans, the latest first',
})

export const listAffectedWorkspaces = defineEndpoint({
  pattern: 'GET /api/instance/plans/changes/{id}/workspaces',
  input: listInput({ sort: ['id'], filters: {} }),
  output: pageOf(Affected),
  audience: 'instance',
  summary: 'List the workspaces of the plan, with what each gains, loses and has too much of',
})

export const applyPlanChange = defineEndpoint({
  pattern: 'POST /api/instance/plans/changes/{id}/apply',
  input: nothing,
  output: Change,
  audience: 'instance',
  audit: 'plan.changed',
  errors: ['conflict', 'stale_plan'],
  summary: 'Apply a change of a plan, for all workspaces that have it at once',
})

export const revertPlanChange = defineEndpoint({
  pattern: 'POST /api/instance/plans/changes/{id}/revert',
  input: nothing,
  output: Change,
  audience: 'instance',
  audit: 'plan.change_reverted',
  errors: ['conflict', 'stale_plan'],
  summary: 'Take back a change that was applied',
})
