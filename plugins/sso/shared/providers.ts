import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { ClientId, ClientSecret, defineEndpoint, Issuer, IssuerOut } from './schemas.ts'

const Kind = z.enum(['google', 'github', 'oidc'])
// bounded: each hyphen looks ahead once.
const Key = z.string().check(z.trim(), z.minLength(2), z.maxLength(31), z.regex(/^[a-z](?:[a-z0-9]|-(?=[a-z0-9]))+$/))
const Label = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.refine(isDisplayName, displayNameComplaint.en))

const ProviderOut = z.object({
  id: z.string(),
  key: z.string(),
  kind: Kind,
  label: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  trustsSecondFactor: z.boolean(),
  isEnabled: z.boolean(),
  callbackUrl: z.string(),
  identities: z.number(),
  createdAt: z.string(),
})

/** A sign-in provider for all users of the instance. */
export type Provider = z.infer<typeof ProviderOut>

export const listProviders = defineEndpoint({
  pattern: 'GET /api/instance/providers',
  input: nothing,
  output: z.object({ items: z.array(ProviderOut), nextCursor: z.null() }),
  audience: 'instance',
  summary: 'List sign-in providers',
})

export const createProvider = defineEndpoint({
  pattern: 'POST /api/instance/providers',
  input: z.strictObject({
    kind: Kind,
    key: Key,
    label: Label,
    issuer: z.optional(Issuer),
    clientId: ClientId,
    clientSecret: ClientSecret,
    trustsSecondFactor: z.optional(z.boolean()),
    isEnabled: z.optional(z.boolean()),
  }),
  output: ProviderOut,
  audience: 'instance',
  session: 'recent',
  status: 201,
  audit: false,
  changes: ['/api/auth/methods'],
  summary: 'Add a sign-in provider',
  errors: ['conflict'],
})

export const changeProvider = defineEndpoint({
  pattern: 'PATCH /api/instance/providers/{id}',
  input: z.strictObject({
    label: z.optional(Label),
    issuer: z.optional(Issuer),
    clientId: z.optional(ClientId),
    clientSecret: z.optional(ClientSecret),
    trustsSecondFactor: z.optional(z.boolean()),
    isEnabled: z.optional(z.boolean()),
  }),
  output: ProviderOut,
  audience: 'instance',
  session: 'recent',
  audit: false,
  changes: ['/api/auth/methods'],
  summary: 'Change a sign-in provider',
  errors: ['conflict'],
})

export const removeProvider = defineEndpoint({
  pattern: 'DELETE /api/instance/providers/{id}',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'recent',
  audit: false,
  changes: ['/api/auth/methods'],
  summary: 'Remove a sign-in provider; its sessions end',
  errors: ['last_method'],
})

export const checkProvider = defineEndpoint({
  pattern: 'POST /api/instance/providers/check',
  input: z.strictObject({ issuer: Issuer }),
  output: IssuerOut,
  audience: 'instance',
  session: 'required',
  audit: false,
  changes: false,
  rateLimit: 'sign-in',
  summary: 'Test the OpenID configuration of an issuer',
})
