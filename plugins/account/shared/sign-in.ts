import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import {
  Assertion,
  Code,
  defineEndpoint,
  Email,
  GivenPassword,
  Name,
  NewPassword,
  SignedIn,
  SignInOut,
  webAuthnBodyLimit,
  WebAuthnJson,
} from './schemas.ts'

/** A way to sign in. */
const Method = z.object({
  id: z.string(),
  kind: z.enum(['password', 'passkey', 'oidc']),
  label: z.string(),
  loginUrl: z.optional(z.string()),
  icon: z.optional(z.string()),
})

/** Input of the setup wizard. */
export const SetUpInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  name: Name,
  email: Email,
  password: NewPassword,
  workspace: Name,
})

/** Input of the sign-in page; the password is taken unchanged, so that passwords of older rules stay usable. */
export const LoginInput = z.strictObject({ email: Email, password: GivenPassword })

/**
 * `/login?workspace=<slug>` sends the slug; the workspace's SSO is then listed first, and an unknown slug adds nothing.
 * The page adds `?return=<path>` to a `loginUrl`. An external sign-in returns to `/login` with the same `return`: with
 * `error=<code>` on failure, and with `second_factor=totp,recovery,passkey` when a second factor is required.
 */
export const listMethods = defineEndpoint({
  pattern: 'GET /api/auth/methods',
  input: z.object({ workspace: z.optional(z.string().check(z.maxLength(63))) }),
  output: z.array(Method),
  audience: 'public',
  summary: 'List sign-in methods',
  description: 'Includes the single sign-on of a workspace when its slug is given.',
})

export const readSignInPolicy = defineEndpoint({
  pattern: 'GET /api/auth/policy',
  input: nothing,
  output: z.object({
    canRegister: z.boolean(),
    canResetPassword: z.boolean(),
    isSetUp: z.boolean().check(z.describe('Whether the instance has its first admin.')),
  }),
  audience: 'public',
  summary: 'Get whether registration and password reset are available',
})

export const setUp = defineEndpoint({
  pattern: 'POST /api/auth/setup',
  input: SetUpInput,
  output: SignedIn,
  audience: 'public',
  status: 201,
  audit: false,
  summary: 'Create the first instance admin and their workspace',
  description: 'Requires the token of the setup link that the host prints at its first start. Works once.',
  errors: ['unauthenticated', 'conflict', 'gone'],
})

export const login = defineEndpoint({
  pattern: 'POST /api/auth/login',
  input: LoginInput,
  output: SignInOut,
  audience: 'public',
  audit: false,
  summary: 'Sign in with email and password',
  description: 'Returns `second_factor` and the remaining methods if the account has a second factor.',
  errors: ['invalid_credentials'],
  examples: [
    {
      title: 'An account with a second factor',
      input: { email: 'ada@example.com', password: 'correct horse battery staple' },
      output: { status: 'second_factor', methods: ['totp', 'recovery'] },
    },
  ],
})

export const beginPasskeyLogin = defineEndpoint({
  pattern: 'POST /api/auth/login/passkey/options',
  input: nothing,
  output: WebAuthnJson,
  audience: 'public',
  audit: false,
  summary: 'Start a passkey sign-in without naming an account',
})

export const loginWithPasskey = defineEndpoint({
  pattern: 'POST /api/auth/login/passkey',
  input: z.strictObject({ assertion: Assertion }),
  output: SignedIn,
  audience: 'public',
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  summary: 'Sign in with a passkey',
  errors: ['invalid_passkey', 'challenge_expired', 'invalid_credentials'],
})

export const beginSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor/options',
  input: nothing,
  output: WebAuthnJson,
  audience: 'public',
  audit: false,
  summary: 'Start the second factor with a passkey',
  errors: ['challenge_expired', 'not_found'],
})

export const proveSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor',
  input: z.strictObject({
    method: z.enum(['totp', 'recovery', 'passkey']),
    code: z.optional(Code),
    assertion: z.optional(Assertion),
  }),
  output: SignedIn,
  audience: 'public',
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  summary: 'Complete a sign-in with the second factor',
  errors: ['invalid_code', 'invalid_passkey', 'challenge_expired', 'invalid_credentials'],
})
