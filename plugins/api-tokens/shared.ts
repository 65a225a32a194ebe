import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** Endpoints that change something write no audit entry themselves: the host service does, for every caller. */
const RoleName = z.enum(['owner', 'admin', 'member'])
const Name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName, displayNameComplaint.en))

const TokenOut = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().check(z.describe('The first characters of the secret.')),
  scopes: z.array(z.string()),
  role: z.nullable(RoleName).check(z.describe('The highest role the token acts with; null for an instance token.')),
  addresses: z.array(z.string()).check(z.describe('Allowed CIDR ranges; empty allows any address.')),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  overlapEndsAt: z.nullable(z.string()).check(z.describe('When the secret from before the last rotation expires.')),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
})

/** A token with its secret, which no other answer has. */
const MintedOut = z.object({ ...TokenOut.shape, token: z.string() })

const ScopeOut = z.object({
  name: z.string(),
  title: z.string(),
  plugin: z.string(),
  pluginTitle: z.string(),
  isReading: z.boolean().check(z.describe('Whether the scope is read-only.')),
})

const Tokens = z.object({ items: z.array(TokenOut), nextCursor: z.nullable(z.string()) })
const Scopes = z.object({ items: z.array(ScopeOut), nextCursor: z.nullable(z.string()) })

const newToken = {
  name: Name,
  scopes: z
    .optional(z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(500)))
    .check(z.describe('Defaults to all read-only scopes.')),
  expiresInDays: z
    .optional(z.nullable(z.number().check(z.gte(7), z.lte(365), z.multipleOf(1))))
    .check(z.describe('Days until the token expires, 7 to 365; null for no expiration. Defaults to 90.')),
  addresses: z
    .optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20)))
    .check(z.describe('Allowed IP addresses and CIDR ranges. Defaults to any.')),
}

/** Input that creates a workspace token. */
export const NewToken = z.strictObject({
  ...newToken,
  role: z.optional(RoleName).check(z.describe('The highest role the token acts with. Defaults to your own.')),
})

/** Input that creates an instance token. */
export const NewInstanceToken = z.strictObject(newToken)

const Renamed = z.strictObject({ name: Name })
const Rotation = z.strictObject({
  overlapHours: z
    .optional(z.number().check(z.gte(0), z.lte(168), z.multipleOf(1)))
    .check(z.describe('Hours the current secret keeps working, at most 168. Defaults to 24.')),
})

export type Token = z.infer<typeof TokenOut>
export type MintedToken = z.infer<typeof MintedOut>
export type Scope = z.infer<typeof ScopeOut>

/** The token that the examples show. */
const exampleToken: Token = {
  id: 'tok_01h455vb4pex5vsknk084sn02q',
  name: 'Reports',
  hint: 'host_3fQ',
  scopes: ['audit.read', 'members.read'],
  role: 'admin',
  addresses: ['203.0.113.0/24'],
  createdAt: '2026-01-31T08:15:00.000Z',
  expiresAt: '2026-05-01T08:15:00.000Z',
  overlapEndsAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
}

export const listTokens = defineEndpoint({
  pattern: 'GET /api/tokens',
  input: nothing,
  output: Tokens,
  summary: 'List your API tokens in this workspace',
  description: 'Secrets are never returned, only their first characters.',
  examples: [
    {
      input: undefined,
      output: {
        items: [exampleToken],
        nextCursor: null,
      },
    },
  ],
})

export const listScopes = defineEndpoint({
  pattern: 'GET /api/tokens/scopes',
  input: nothing,
  output: Scopes,
  summary: 'List the scopes available to API tokens of this workspace',
})

export const createToken = defineEndpoint({
  pattern: 'POST /api/tokens',
  input: NewToken,
  output: MintedOut,
  session: 'recent',
  status: 201,
  audit: false,
  revealsSecret: true,
  summary: 'Create an API token; its secret is returned once',
  description: 'Defaults to all read-only scopes. The role never exceeds your own.',
  errors: ['conflict', 'forbidden'],
  examples: [
    {
      title: 'Read-only, from one network',
      input: {
        name: 'Reports',
        scopes: ['audit.read', 'members.read'],
        expiresInDays: 90,
        addresses: ['203.0.113.0/24'],
        role: 'admin',
      },
      output: { ...exampleToken, token: 'host_3fQ…' },
    },
  ],
})

export const renameToken = defineEndpoint({
  pattern: 'PATCH /api/tokens/{id}',
  input: Renamed,
  output: TokenOut,
  session: 'required',
  audit: false,
  summary: 'Rename one of your API tokens',
})

export const rotateToken = defineEndpoint({
  pattern: 'POST /api/tokens/{id}/rotate',
  input: Rotation,
  output: MintedOut,
  session: 'recent',
  audit: false,
  revealsSecret: true,
  summary: 'Rotate the secret of an API token; the current one keeps working for some hours',
})

export const revokeToken = defineEndpoint({
  pattern: 'DELETE /api/tokens/{id}',
  input: nothing,
  output: nothing,
  session: 'required',
  audit: false,
  summary: 'Revoke one of your API tokens',
})

export const listInstanceTokens = defineEndpoint({
  pattern: 'GET /api/instance/tokens',
  input: nothing,
  output: Tokens,
  audience: 'instance',
  session: 'required',
  summary: 'List your instance API tokens',
})

export const listInstanceScopes = defineEndpoint({
  pattern: 'GET /api/instance/tokens/scopes',
  input: nothing,
  output: Scopes,
  audience: 'instance',
  session: 'required',
  summary: 'List the scopes available to instance API tokens',
})

export const createInstanceToken = defineEndpoint({
  pattern: 'POST /api/instance/tokens',
  keepsAnswer: false,
  input: NewInstanceToken,
  output: MintedOut,
  audience: 'instance',
  session: 'recent',
  revealsSecret: true,
  status: 201,
  audit: false,
  summary: 'Create an instance API token; its secret is returned once',
  errors: ['conflict'],
})

export const renameInstanceToken = defineEndpoint({
  pattern: 'PATCH /api/instance/tokens/{id}',
  input: Renamed,
  output: TokenOut,
  audience: 'instance',
  session: 'required',
  audit: false,
  summary: 'Rename one of your instance API tokens',
})

export const rotateInstanceToken = defineEndpoint({
  pattern: 'POST /api/instance/tokens/{id}/rotate',
  keepsAnswer: false,
  input: Rotation,
  output: MintedOut,
  audience: 'instance',
  session: 'recent',
  revealsSecret: true,
  audit: false,
  summary: 'Rotate the secret of an instance API token; the current one keeps working for some hours',
})

export const revokeInstanceToken = defineEndpoint({
  pattern: 'DELETE /api/instance/tokens/{id}',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'required',
  audit: false,
  summary: 'Revoke one of your instance API tokens',
})
