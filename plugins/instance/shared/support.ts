import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const Person = z.object({ id: z.string(), name: z.nullable(z.string()) })

const SupportOut = z.object({
  id: z.string(),
  state: z.enum(['requested', 'expired', 'withdrawn', 'declined', 'granted', 'active', 'ended']),
  admin: Person,
  reason: z.string(),
  minutes: z.number().check(z.describe('The requested duration; once it is granted, the granted one.')),
  requestedAt: z.string(),
  expiresAt: z.string().check(z.describe('Until when it can be granted.')),
  decidedBy: z.nullable(Person).check(z.describe('Null while it is open.')),
  decidedAt: z.nullable(z.string()),
  rights: z.nullable(z.enum(['read', 'admin'])).check(z.describe('Null unless it was granted.')),
  until: z.nullable(z.string()).check(z.describe('When it ends by itself; null unless it was granted.')),
  startedAt: z.nullable(z.string()),
  endedBy: z.nullable(Person).check(z.describe('Null where it ended by itself.')),
  endedAt: z.nullable(z.string()),
})

/** A request for support access to a workspace. */
export type SupportAccess = z.infer<typeof SupportOut>

export const listSupportRequests = defineEndpoint({
  pattern: 'GET /api/instance/workspaces/{id}/support',
  input: nothing,
  output: z.object({ items: z.array(SupportOut), nextCursor: z.nullable(z.string()) }),
  audience: 'instance',
  errors: ['not_found'],
  summary: 'List requests for support access to a workspace, newest first',
  description: 'The 50 newest, of all instance admins.',
})

export const requestSupport = defineEndpoint({
  pattern: 'POST /api/instance/workspaces/{id}/support',
  input: z.strictObject({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(500), z.describe('Shown to the owners of the workspace.')),
    minutes: z
      .number()
      .check(z.gte(15), z.lte(10_080), z.multipleOf(1), z.describe('How long, from the grant on; at most 7 days.')),
  }),
  output: SupportOut,
  audience: 'instance',
  session: 'required',
  status: 201,
  audit: false,
  errors: ['not_found', 'conflict'],
  summary: 'Request access to a workspace from its owners',
  description:
    'An owner grants it within 7 days, for this time or a shorter one. One request is open at a time; 5 can be made on one day.',
})

export const startSupport = defineEndpoint({
  pattern: 'POST /api/instance/workspaces/{id}/support/start',
  input: nothing,
  output: SupportOut,
  audience: 'instance',
  session: 'required',
  audit: false,
  errors: ['not_found', 'conflict'],
  summary: 'Enter a workspace by support access that an owner granted',
  description: 'From now on only this session can use it. Calls name the workspace, by `X-Workspace` or `workspace`.',
})

export const endSupport = defineEndpoint({
  pattern: 'DELETE /api/instance/workspaces/{id}/support',
  input: nothing,
  output: SupportOut,
  audience: 'instance',
  session: 'required',
  audit: false,
  errors: ['not_found'],
  summary: 'End your support access to a workspace, or withdraw your request',
})
