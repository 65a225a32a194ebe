import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { Entitlement } from './entitlements.ts'
import { planLimits } from './limits.ts'

const id = z.string().check(z.maxLength(64))
const name = z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/))
const amount = z.int().check(z.minimum(0), z.maximum(planLimits.amount))
const moment = z.iso.datetime().check(z.maxLength(40))
const note = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(planLimits.note), z.describe('The reason, which the workspace reads.'))

const PlanName = z.object({ id: z.string(), name: z.string(), title: z.object({ en: z.string(), zh: z.string() }) })

const Override = z.object({
  name: z.string(),
  has: z.nullable(z.boolean()).check(z.describe('Whether it has the tier; null for a quota or meter.')),
  limit: z.nullable(z.int()).check(z.describe('The limit of a quota or meter; null for a tier.')),
  note: z.string(),
  createdAt: z.string(),
})

const Grant = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.nullable(z.int()).check(z.describe('Added to the limit; null for a tier.')),
  from: z.string(),
  until: z.nullable(z.string()).check(z.describe('When it ends; null for never.')),
  note: z.string(),
  createdAt: z.string(),
  revokedAt: z.nullable(z.string()),
})

/** An entry of a workspace's ledger of grants. */
export type PlanGrant = z.infer<typeof Grant>

const WorkspacePlan = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  plan: z.nullable(PlanName).check(z.describe('The plan that counts: its own, or the default one.')),
  isOwn: z.boolean().check(z.describe('Whether the workspace was given it.')),
  overrides: z.array(Override),
  grants: z.array(Grant).check(z.describe('Those that have not ended, and the latest that have.')),
})

/** The plan of a workspace, with what was decided for it alone. */
export type WorkspacePlan = z.infer<typeof WorkspacePlan>

const Row = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  plan: z.nullable(PlanName).check(z.describe('The plan that it was given; null for the default one.')),
  since: z.nullable(z.string()).check(z.describe('When it was given the plan.')),
})

/** A workspace with the plan that it was given. */
export type PlannedWorkspace = z.infer<typeof Row>

export const listPlanWorkspaces = defineEndpoint({
  pattern: 'GET /api/instance/plans/workspaces',
  input: listInput({ sort: ['createdAt', 'name'], filters: { planId: id }, search: true }),
  output: pageOf(Row),
  audience: 'instance',
  summary: 'List the workspaces with their plans; by name, the newest 10,000',
})

export const readWorkspacePlan = defineEndpoint({
  pattern: 'GET /api/instance/plans/workspaces/{orgId}',
  input: nothing,
  output: z.extend(WorkspacePlan, { entitlements: z.array(Entitlement) }),
  audience: 'instance',
  summary: 'Read the plan of a workspace, with its overrides, grants and use',
})

export const assignPlan = defineEndpoint({
  pattern: 'PUT /api/instance/plans/workspaces/{orgId}',
  input: z.strictObject({
    planId: z.nullable(id).check(z.describe('Null for the default plan.')),
  }),
  output: WorkspacePlan,
  audience: 'instance',
  audit: 'plan.assigned',
  errors: ['conflict'],
  summary: 'Give a workspace a plan; it counts for the very next request',
})

export const setOverride = defineEndpoint({
  pattern: 'PUT /api/instance/plans/workspaces/{orgId}/overrides/{name}',
  input: z.strictObject({
    has: z.optional(z.boolean()).check(z.describe('For a tier: whether the workspace has it, whatever its plan.')),
    limit: z.optional(amount).check(z.describe('For a quota or meter: its limit, in place of the plan’s.')),
    note,
  }),
  output: WorkspacePlan,
  audience: 'instance',
  audit: 'plan.overridden',
  errors: ['conflict'],
  summary: 'Decide a tier or limit for one workspace, whatever its plan',
})

export const removeOverride = defineEndpoint({
  pattern: 'DELETE /api/instance/plans/workspaces/{orgId}/overrides/{name}',
  input: nothing,
  output: WorkspacePlan,
  audience: 'instance',
  audit: 'plan.override_removed',
  summary: 'Remove an override',
})

export const addGrant = defineEndpoint({
  pattern: 'POST /api/instance/plans/workspaces/{orgId}/grants',
  input: z.strictObject({
    name,
    amount: z.optional(amount).check(z.describe('For a quota or meter: how much is added to its limit.')),
    from: z.optional(moment).check(z.describe('When it begins; now when left out.')),
    until: z.optional(moment).check(z.describe('When it ends; never when left out.')),
    note,
  }),
  output: Grant,
  audience: 'instance',
  status: 201,
  audit: 'plan.granted',
  errors: ['conflict'],
  summary: 'Grant a workspace a tier, or more of a quota or meter, for a time',
})

export const revokeGrant = defineEndpoint({
  pattern: 'DELETE /api/instance/plans/workspaces/{orgId}/grants/{id}',
  input: nothing,
  output: Grant,
  audience: 'instance',
  audit: 'plan.grant_revoked',
  summary: 'End a grant now; it stays in the ledger',
})

export const exportPlanUsage = defineEndpoint({
  pattern: 'GET /api/instance/plans/usage/export',
  input: z.strictObject({
    month: z
      .string()
      .check(
        z.maxLength(7),
        z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/),
        z.describe('A calendar month (UTC), such as 2026-01.'),
      ),
    format: z._default(z.enum(['csv', 'json']), 'csv'),
    orgId: z.optional(id).check(z.describe('Only this workspace.')),
  }),
  output: z.array(
    z.object({
      month: z.string(),
      workspaceId: z.string(),
      workspace: z.string(),
      plan: z.nullable(z.string()),
      kind: z.enum(['quota', 'meter']),
      part: z.string(),
      unit: z.enum(['count', 'bytes']),
      used: z.int(),
      limit: z.nullable(z.int()),
      overage: z.int().check(z.describe('How much the use is above the limit.')),
    }),
  ),
  audience: 'instance',
  audit: 'plan_usage.exported',
  errors: ['too_many_requests', 'overloaded', 'bad_request'],
  answers: { 200: { description: 'The lines as a file.', content: { type: 'text/csv' } } },
  summary: 'Download what workspaces used in a month, for invoices',
  description:
    'Quotas are counted now, so only the present month has them. The host measures its own meters for 90 days.',
})
