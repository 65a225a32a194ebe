import * as z from 'zod/mini'
import * as platform from '@host/platform-api/support'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, withSchemas } from './schemas.ts'

/** Rights of support access. */
export const supportRights = ['read', 'admin'] as const

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
  rights: z.nullable(z.enum(supportRights)).check(z.describe('Null unless it was granted.')),
  until: z.nullable(z.string()).check(z.describe('When it ends by itself; null unless it was granted.')),
  startedAt: z.nullable(z.string()),
  endedBy: z.nullable(Person).check(z.describe('Null where it ended by itself.')),
  endedAt: z.nullable(z.string()),
})

/** A request for support access to the workspace. */
export type SupportAccess = z.infer<typeof SupportOut>

export const listSupportAccess = defineEndpoint({
  pattern: 'GET /api/support-access',
  input: nothing,
  output: z.object({ items: z.array(SupportOut), nextCursor: z.nullable(z.string()) }),
  role: 'admin',
  summary: 'List requests for support access to this workspace, newest first',
  description: 'The 50 newest.',
  examples: [{ input: undefined, output: { items: [platform.exampleSupport], nextCursor: null } }],
})

/** Shared by both decisions of an owner; the service audits them. */
const decision = {
  output: SupportOut,
  role: 'owner',
  audit: false,
  changes: ['/api/auth/me'],
  errors: ['conflict'],
} as const

export const grantSupportAccess = defineEndpoint({
  ...decision,
  pattern: 'POST /api/support-access/{id}/grant',
  input: z.strictObject({
    minutes: z.number().check(z.gte(15), z.lte(10_080), z.multipleOf(1), z.describe('At most the requested duration.')),
    rights: z
      .enum(supportRights)
      .check(z.describe('`read` shows all that an admin of the workspace sees; `admin` changes it too.')),
  }),
  summary: 'Grant an instance admin access to this workspace for a time',
  description:
    'The time starts now. Support access reaches no secret, no export, no member, no rule of the workspace, and nothing that requires a proof of identity.',
})

export const declineSupportAccess = defineEndpoint({
  ...decision,
  pattern: 'POST /api/support-access/{id}/decline',
  input: nothing,
  summary: 'Decline a request for support access',
})

export const endSupportAccess = withSchemas(platform.endSupportAccess, { input: nothing, output: SupportOut })
