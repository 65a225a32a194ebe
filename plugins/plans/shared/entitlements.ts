import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { planLimits } from './limits.ts'

const Title = z.object({ en: z.string(), zh: z.string() })

export const Entitlement = z.object({
  kind: z.enum(['tier', 'quota', 'meter']),
  name: z.string(),
  title: Title,
  unit: z.enum(['count', 'bytes']),
  has: z.boolean().check(z.describe('Whether the workspace has the tier, or any of the quota or meter.')),
  limit: z.nullable(z.int()).check(z.describe('Null for no limit, and for a tier.')),
  used: z.nullable(z.int()).check(z.describe('Null for a tier, and where it could not be counted.')),
  resetsAt: z.nullable(z.string()).check(z.describe('When the count of a meter starts again; null for the others.')),
  over: z
    .nullable(
      z.object({
        by: z.int(),
        since: z.nullable(z.string()),
        until: z.nullable(z.string()),
        isLockable: z.boolean().check(z.describe('Whether the records above the limit become read-only.')),
        locked: z.int().check(z.describe('How many of them are read-only now.')),
      }),
    )
    .check(z.describe('How much of a quota is above its limit, since when, and by when it should be below.')),
})

/** A part of a workspace's plan, with its use. */
export type WorkspaceEntitlement = z.infer<typeof Entitlement>

const Reason = z.object({
  plan: z.nullable(z.string()),
  plans: z
    .array(z.object({ name: z.string(), title: Title }))
    .check(z.describe('The plans that include the tier, or more of the quota.')),
  sources: z.array(
    z.object({
      from: z.enum(['plan', 'override', 'grant']),
      name: z.string(),
      has: z.optional(z.boolean()),
      limit: z.optional(z.nullable(z.int())),
      until: z.nullable(z.string()),
    }),
  ),
})

export const listEntitlements = defineEndpoint({
  pattern: 'GET /api/x/plans/entitlements',
  input: nothing,
  output: z.object({
    plan: z.nullable(z.object({ name: z.string(), title: Title })),
    items: z.array(Entitlement),
  }),
  summary: 'Read what the plan of this workspace includes, and how much of it is used',
  mcp: { name: 'list_entitlements', description: "Reads the workspace's plan: features, limits and their use." },
})

export const explainEntitlement = defineEndpoint({
  pattern: 'GET /api/x/plans/entitlements/{name}',
  input: nothing,
  output: z.extend(Entitlement, { reason: Reason }),
  summary: 'Explain why this workspace has a feature or limit, or lacks it',
  mcp: {
    name: 'explain_entitlement',
    description: 'Explains a feature or limit of the plan: what decided it, and which plans include more.',
  },
})

const Above = z.object({ id: z.string(), title: z.string(), path: z.string() })

/** A record above a limit. */
export type RecordAbove = z.infer<typeof Above>

export const listRecordsAbove = defineEndpoint({
  pattern: 'GET /api/x/plans/entitlements/{name}/above',
  input: nothing,
  output: z.object({ items: z.array(Above) }),
  role: 'admin',
  summary: `List records above a limit of the plan, in the order of their creation; the first ${planLimits.above}`,
})
