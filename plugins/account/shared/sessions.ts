import * as z from 'zod/mini'
import * as platform from '@host/platform-api/session'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, withSchemas } from './schemas.ts'

export { logout } from '@host/platform-api/sign-out'

/** The signed-in user, the workspace and the role. */
const MeOut = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), isInstanceAdmin: z.boolean() }),
  workspace: z.nullable(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      accent: z.nullable(z.string()),
      logo: z.nullable(z.string()),
      suspension: z
        .optional(z.object({ reason: z.string(), since: z.string() }))
        .check(z.describe('Why it is read-only; left out unless an instance admin suspended it.')),
      support: z
        .optional(
          z.readonly(
            z.array(
              z.object({
                id: z.string(),
                name: z.string().check(z.describe('The name of the instance admin.')),
                until: z.string(),
                isReadOnly: z.boolean(),
                isOwn: z.boolean().check(z.describe('Whether you are that admin, in the workspace by this access.')),
              }),
            ),
          ),
        )
        .check(z.describe('Support access that is granted now; left out without any.')),
    }),
  ),
  role: z.nullable(z.enum(['owner', 'admin', 'member'])),
  csrfToken: z.string(),
})

/** A session as its owner sees it. */
const SessionOut = z.object({
  id: z.string(),
  current: z.boolean(),
  network: z.string().check(z.describe('The network of the IP address, with its last part hidden.')),
  place: z
    .optional(z.object({ country: z.optional(z.string()), city: z.optional(z.string()) }))
    .check(z.describe('Where the network is, as far as the geo database of the instance knows.')),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
})

export type Session = z.infer<typeof SessionOut>

export const logoutAll = defineEndpoint({
  pattern: 'POST /api/auth/logout-all',
  takesKey: false,
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  summary: 'Sign out of all sessions',
})

export const switchWorkspace = withSchemas(platform.switchWorkspace, {
  input: z.strictObject({ workspaceId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: MeOut,
})

export const readMe = withSchemas(platform.readMe, {
  input: nothing,
  output: MeOut,
})

export const listSessions = defineEndpoint({
  pattern: 'GET /api/auth/sessions',
  input: nothing,
  output: z.object({ items: z.array(SessionOut), nextCursor: z.nullable(z.string()) }),
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  summary: 'List your sessions',
})

export const endOtherSessions = defineEndpoint({
  pattern: 'DELETE /api/auth/sessions',
  takesKey: false,
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  summary: 'Sign out of all other sessions',
})

export const endSession = defineEndpoint({
  pattern: 'DELETE /api/auth/sessions/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  summary: 'Sign out of one session',
})
