import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { planLimits } from './limits.ts'

const name = z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/))
const amount = z.int().check(z.minimum(0), z.maximum(planLimits.amount))

const title = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(planLimits.title),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('The name that people read.'),
  )

/** The names that people read, as input. */
export const planTitle = z.strictObject({ en: title, zh: title })

/** Tiers of a plan, as input. */
export const tiersOfPlan = z
  .array(name)
  .check(z.maxLength(planLimits.parts), z.describe('Names of the tiers that the plan includes.'))

/** Limits of a plan, as input. */
export const limitsOfPlan = z.record(name, amount).check(
  z.refine((limits) => Object.keys(limits).length <= planLimits.parts, `At most ${planLimits.parts} limits.`),
  z.describe('Limits of quotas and meters by name; 0 for one that the plan does not include, and left out for none.'),
)

const Plan = z.object({
  id: z.string(),
  name: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  tiers: z.array(z.string()),
  limits: z.record(z.string(), z.int()),
  isDefault: z.boolean().check(z.describe('Whether workspaces without a plan of their own have it.')),
  isArchived: z.boolean().check(z.describe('Whether it can be given to no more workspaces.')),
  workspaces: z.int().check(z.describe('Workspaces that were given it; the default plan has all others too.')),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** A plan of the instance. */
export type Plan = z.infer<typeof Plan>

const PlanPart = z.object({
  kind: z.enum(['tier', 'quota', 'meter']),
  name: z.string(),
  plugin: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  most: z.nullable(z.int()).check(z.describe('The bound of the instance, which no plan exceeds; null for none.')),
  unit: z.enum(['count', 'bytes']),
})

/** A tier, quota or meter of this build. */
export type PlanPart = z.infer<typeof PlanPart>

const PersonBudget = z.object({
  name: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  most: z.int(),
})

/** The most that one person may have, whatever the plans of their workspaces. */
export type PersonBudget = z.infer<typeof PersonBudget>

const example: Plan = {
  id: 'plan_01h455vb4pex5vsknk084sn02q',
  name: 'team',
  title: { en: 'Team', zh: '团队版' },
  tiers: ['reports'],
  limits: { links: 1_000 },
  isDefault: false,
  isArchived: false,
  workspaces: 12,
  createdAt: '2026-01-31T08:15:00.000Z',
  updatedAt: '2026-01-31T08:15:00.000Z',
}

export const listPlanParts = defineEndpoint({
  pattern: 'GET /api/instance/plans/parts',
  input: nothing,
  output: z.object({
    items: z.array(PlanPart),
    people: z.array(PersonBudget).check(z.describe('Budgets of each person, which no plan sets.')),
  }),
  audience: 'instance',
  summary: 'List the tiers, quotas and meters of which plans are made, with the bounds of the instance',
})

export const listPlans = defineEndpoint({
  pattern: 'GET /api/instance/plans',
  input: listInput({ sort: ['name', 'createdAt'], filters: { isArchived: z.boolean() } }),
  output: pageOf(Plan),
  audience: 'instance',
  summary: 'List the plans',
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readPlan = defineEndpoint({
  pattern: 'GET /api/instance/plans/{id}',
  input: nothing,
  output: Plan,
  audience: 'instance',
  summary: 'Read a plan',
})

export const createPlan = defineEndpoint({
  pattern: 'POST /api/instance/plans',
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.maxLength(planLimits.name),
        z.regex(/^[a-z][a-z0-9-]*$/),
        z.describe('Identifies the plan to programs: lower-case letters, digits and hyphens.'),
      ),
    title: planTitle,
    tiers: z._default(tiersOfPlan, []),
    limits: z._default(limitsOfPlan, {}),
    isDefault: z._default(z.boolean(), false),
  }),
  output: Plan,
  audience: 'instance',
  status: 201,
  bodyLimit: planLimits.body,
  audit: 'plan.created',
  errors: ['conflict'],
  summary: 'Create a plan',
})

const reviewed =
  'Refused: change it with POST /api/instance/plans/changes, whose effects are read before it is applied.'

export const changePlan = defineEndpoint({
  pattern: 'PATCH /api/instance/plans/{id}',
  input: z.strictObject({
    title: z.optional(planTitle),
    tiers: z.optional(tiersOfPlan).check(z.describe(reviewed)),
    limits: z.optional(limitsOfPlan).check(z.describe(reviewed)),
    isDefault: z.optional(z.boolean()),
    isArchived: z.optional(z.boolean()),
  }),
  output: Plan,
  audience: 'instance',
  bodyLimit: planLimits.body,
  audit: 'plan.changed',
  errors: ['conflict'],
  summary: 'Rename or archive a plan, or make it the default',
})
