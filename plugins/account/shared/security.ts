import * as z from 'zod/mini'
import { webAuthnBodyLimit } from '@host/platform-api/web-authn'
import * as platform from '@host/platform-api/reauthentication'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { Assertion, Code, defineEndpoint, GivenPassword, WebAuthnJson, withSchemas } from './schemas.ts'

const PasskeyName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.refine(isDisplayName, displayNameComplaint.en))

/** A passkey as its owner sees it. */
const PasskeyOut = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  isSynced: z.boolean().check(z.describe('Whether the passkey is synced across devices.')),
})

/** A linked identity that can sign in to this account. */
const IdentityOut = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  email: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export type Passkey = z.infer<typeof PasskeyOut>
export type Identity = z.infer<typeof IdentityOut>

export const readSecurity = defineEndpoint({
  pattern: 'GET /api/auth/security',
  input: nothing,
  output: z.object({
    hasPassword: z.boolean(),
    totp: z.object({ isOn: z.boolean(), since: z.nullable(z.string()) }),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(PasskeyOut),
    identities: z.array(IdentityOut),
    linkable: z
      .array(z.object({ id: z.string(), label: z.string(), loginUrl: z.string() }))
      .check(z.describe('Providers you can still link, starting at `loginUrl`.')),
    isSecondFactorRequired: z
      .boolean()
      .check(z.describe('Whether the instance or the workspace requires a second factor.')),
    provedUntil: z
      .nullable(z.string())
      .check(z.describe('When the last proof of identity expires; null when a new one is needed.')),
  }),
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  summary: 'Get your sign-in methods',
})

export const reauthenticate = withSchemas(platform.reauthenticate, {
  input: z.strictObject({
    password: z.optional(GivenPassword),
    code: z.optional(Code),
    assertion: z.optional(Assertion),
  }),
  output: nothing,
})

export const beginReauthentication = withSchemas(platform.beginReauthentication, {
  input: nothing,
  output: z.object({
    methods: z.array(z.enum(['password', 'totp', 'passkey', 'recovery', 'oidc'])),
    passkey: z.nullable(WebAuthnJson),
  }),
})

export const checkProof = defineEndpoint({
  pattern: 'POST /api/auth/reauthenticate/check',
  takesKey: false,
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'recent',
  factor: 'any',
  confined: 'allowed',
  audit: false,
  changes: false,
  summary: 'Check that your identity is confirmed before leaving the app, for example to link an account',
})

export const beginTotp = defineEndpoint({
  pattern: 'POST /api/auth/totp',
  keepsAnswer: false,
  input: nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
  audience: 'user',
  session: 'recent',
  factor: 'totp',
  confined: 'allowed',
  revealsSecret: true,
  audit: false,
  changes: false,
  summary: 'Start setting up an authenticator app; the current one works until the new one is confirmed',
})

export const confirmTotp = defineEndpoint({
  pattern: 'PUT /api/auth/totp',
  keepsAnswer: false,
  input: z.strictObject({ code: Code }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  audience: 'user',
  session: 'recent',
  factor: 'totp',
  confined: 'allowed',
  revealsSecret: true,
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Switch on the authenticator app with a code; returns the recovery codes once',
  errors: ['invalid_code', 'conflict'],
})

export const removeTotp = defineEndpoint({
  pattern: 'DELETE /api/auth/totp',
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'recent',
  factor: 'totp',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Switch off the authenticator app',
  errors: ['not_found'],
})

export const renewRecoveryCodes = defineEndpoint({
  pattern: 'POST /api/auth/recovery-codes',
  keepsAnswer: false,
  input: nothing,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  audience: 'user',
  session: 'recent',
  revealsSecret: true,
  factor: 'any',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Regenerate the recovery codes; returned once, and the old ones stop working',
  errors: ['conflict'],
})

export const beginPasskey = defineEndpoint({
  pattern: 'POST /api/auth/passkeys/options',
  takesKey: false,
  input: nothing,
  output: WebAuthnJson,
  audience: 'user',
  session: 'recent',
  factor: 'any',
  audit: false,
  changes: false,
  summary: 'Start adding a passkey',
  errors: ['conflict'],
})

export const addPasskey = defineEndpoint({
  pattern: 'POST /api/auth/passkeys',
  input: z.strictObject({ name: PasskeyName, attestation: WebAuthnJson }),
  output: PasskeyOut,
  audience: 'user',
  session: 'recent',
  factor: 'any',
  status: 201,
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  changes: ['/api/auth/security'],
  summary: 'Add a passkey',
  errors: ['invalid_passkey', 'conflict'],
})

export const renamePasskey = defineEndpoint({
  pattern: 'PATCH /api/auth/passkeys/{id}',
  input: z.strictObject({ name: PasskeyName }),
  output: PasskeyOut,
  audience: 'user',
  session: 'required',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Rename a passkey',
})

export const removePasskey = defineEndpoint({
  pattern: 'DELETE /api/auth/passkeys/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'recent',
  factor: 'passkey',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Remove a passkey, unless it is the last way to sign in',
  errors: ['last_method'],
})

export const unlinkIdentity = defineEndpoint({
  pattern: 'DELETE /api/auth/identities/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'recent',
  audit: false,
  changes: ['/api/auth/security'],
  summary: 'Unlink an external account, unless it is the last way to sign in',
  errors: ['last_method'],
})
