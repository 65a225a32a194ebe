import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

/** Those that change something write no audit entry by themselves: the services of the host do, whoever asks them. */
const defineEndpoint = endpointsWith(z.toJSONSchema)

const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))
const NewPassword = z.string().check(z.minLength(10), z.maxLength(256))
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** A way to sign in. */
const Method = z.object({
  id: z.string(),
  kind: z.enum(['password', 'passkey', 'oidc']),
  label: z.string(),
  loginUrl: z.optional(z.string()),
  icon: z.optional(z.string()),
})

/** Who is signed in, where, and with what rank. */
const MeOut = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), isInstanceAdmin: z.boolean() }),
  workspace: z.nullable(
    z.object({ id: z.string(), slug: z.string(), name: z.string(), accent: z.nullable(z.string()) }),
  ),
  role: z.nullable(z.enum(['owner', 'admin', 'member'])),
  csrfToken: z.string(),
})

/** A session as its owner sees it. */
const SessionOut = z.object({
  id: z.string(),
  current: z.boolean(),
  /** The network of the address, its last part hidden. */
  network: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
})

export type Session = z.infer<typeof SessionOut>

const SignedIn = z.object({ status: z.literal('signed_in') })

/** What the set-up wizard sends. */
export const SetUpInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  name: Name,
  email: Email,
  password: NewPassword,
  workspace: Name,
})

/** What the login page sends; the password is taken as it is, so that older rules stay usable. */
export const LoginInput = z.strictObject({ email: Email, password: z.string().check(z.minLength(1), z.maxLength(256)) })

export const listMethods = defineEndpoint({
  pattern: 'GET /api/auth/methods',
  input: nothing,
  output: z.array(Method),
  audience: 'public',
  summary: 'List the ways to sign in',
})

export const setUp = defineEndpoint({
  pattern: 'POST /api/auth/setup',
  input: SetUpInput,
  output: SignedIn,
  audience: 'public',
  status: 201,
  audit: false,
  summary: 'Make the first instance admin and their workspace',
})

export const login = defineEndpoint({
  pattern: 'POST /api/auth/login',
  input: LoginInput,
  output: SignedIn,
  audience: 'public',
  audit: false,
  summary: 'Sign in with e-mail and password',
})

export const logout = defineEndpoint({
  pattern: 'POST /api/auth/logout',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'Sign out here',
})

export const logoutAll = defineEndpoint({
  pattern: 'POST /api/auth/logout-all',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'Sign out everywhere',
})

export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  input: z.strictObject({ workspaceId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: MeOut,
  audience: 'user',
  audit: false,
  summary: 'Continue in another workspace',
})

export const readMe = defineEndpoint({
  pattern: 'GET /api/auth/me',
  input: nothing,
  output: MeOut,
  audience: 'user',
  summary: 'Read who is signed in',
})

export const listSessions = defineEndpoint({
  pattern: 'GET /api/auth/sessions',
  input: nothing,
  output: z.object({ items: z.array(SessionOut), nextCursor: z.nullable(z.string()) }),
  audience: 'user',
  summary: 'List your sessions',
})

export const endOtherSessions = defineEndpoint({
  pattern: 'DELETE /api/auth/sessions',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'End all of your sessions but this one',
})

export const endSession = defineEndpoint({
  pattern: 'DELETE /api/auth/sessions/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'End one of your sessions',
})
