import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { ClientId, ClientSecret, defineEndpoint, Issuer, IssuerOut } from './schemas.ts'

const Role = z.enum(['admin', 'member'])

const ConnectionOut = z.object({
  id: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  defaultRole: Role,
  trustsSecondFactor: z.boolean(),
  isRequired: z.boolean(),
  isEnabled: z.boolean(),
  identities: z.number(),
  createdAt: z.string(),
})

/** The single sign-on of a workspace. */
export type Connection = z.infer<typeof ConnectionOut>

const optional = {
  defaultRole: z.optional(Role),
  trustsSecondFactor: z.optional(z.boolean()),
  isRequired: z.optional(z.boolean()),
  isEnabled: z.optional(z.boolean()),
} as const

export const readConnection = defineEndpoint({
  pattern: 'GET /api/sso',
  input: nothing,
  output: z.object({
    connection: z.nullable(ConnectionOut),
    callbackUrl: z.string().check(z.describe('The redirect URI to enter at the provider.')),
    loginUrl: z.string().check(z.describe('The sign-in link to share.')),
  }),
  role: 'admin',
  session: 'required',
  summary: 'Get the single sign-on of the workspace',
})

export const createConnection = defineEndpoint({
  pattern: 'POST /api/sso',
  input: z.strictObject({ issuer: Issuer, clientId: ClientId, clientSecret: ClientSecret, ...optional }),
  output: ConnectionOut,
  role: 'owner',
  status: 201,
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Connect the workspace to an identity provider',
  errors: ['conflict'],
})

export const changeConnection = defineEndpoint({
  pattern: 'PATCH /api/sso',
  input: z.strictObject({
    issuer: z.optional(Issuer),
    clientId: z.optional(ClientId),
    clientSecret: z.optional(ClientSecret),
    ...optional,
  }),
  output: ConnectionOut,
  role: 'owner',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Change the single sign-on of the workspace',
  errors: ['not_found', 'conflict'],
})

export const removeConnection = defineEndpoint({
  pattern: 'DELETE /api/sso',
  input: nothing,
  output: nothing,
  role: 'owner',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Disconnect the workspace from its identity provider; its sessions end',
  errors: ['not_found', 'last_method'],
})

export const checkConnection = defineEndpoint({
  pattern: 'POST /api/sso/check',
  input: z.strictObject({ issuer: Issuer }),
  output: IssuerOut,
  role: 'owner',
  audit: false,
  changes: false,
  rateLimit: 'sign-in',
  summary: 'Test the OpenID configuration of an issuer',
})
