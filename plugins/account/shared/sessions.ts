import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from './schemas.ts'

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

export const logout = defineEndpoint({
  pattern: 'POST /api/auth/logout',
  takesKey: false,
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  summary: 'Sign out of this session',
})

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

export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  takesKey: false,
  input: z.strictObject({ workspaceId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: MeOut,
  audience: 'user',
  session: 'required',
  audit: false,
  summary: 'Set the workspace used last',
  errors: ['forbidden', 'sso_required', 'not_found'],
})

export const readMe = defineEndpoint({
  pattern: 'GET /api/auth/me',
  input: nothing,
  output: MeOut,
  audience: 'user',
  session: 'any',
  confined: 'allowed',
  summary: 'Get the current session',
  examples: [
    {
      input: undefined,
      output: {
        user: { id: 'usr_01h455vb4pex5vsknk084sn02q', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
        workspace: { id: 'org_01h455vb4pex5vsknk084sn02q', slug: 'acme', name: 'Acme', accent: null, logo: null },
        role: 'owner',
        csrfToken: 'q3…',
      },
    },
  ],
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
