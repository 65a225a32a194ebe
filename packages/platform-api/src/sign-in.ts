/** Signing in, and the set-up of an instance. */
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { typed } from './typed.ts'
import { webAuthnBodyLimit, type Assertion, type WebAuthnJson } from './web-authn.ts'

/** A way to sign in. */
export interface SignInMethod {
  readonly id: string
  readonly kind: 'password' | 'passkey' | 'oidc'
  readonly label: string
  readonly loginUrl?: string
  readonly icon?: string
}

/** A second factor that can be required. */
export type SecondFactor = 'totp' | 'recovery' | 'passkey'

/** A sign-in that is complete. */
export interface SignedIn {
  readonly status: 'signed_in'
}

/** A sign-in that is complete, or one that waits for the second factor. */
export type SignInAnswer = SignedIn | { readonly status: 'second_factor'; readonly methods: readonly SecondFactor[] }

/**
 * `/login?workspace=<slug>` sends the slug; the workspace's SSO is then listed first, and an unknown slug adds nothing.
 * The page adds `?return=<path>` to a `loginUrl`. An external sign-in returns to `/login` with the same `return`: with
 * `error=<code>` on failure, and with `second_factor=totp,recovery,passkey` when a second factor is required.
 */
export const listMethods = defineEndpoint({
  pattern: 'GET /api/auth/methods',
  input: typed<{ readonly workspace?: string }>(),
  output: typed<readonly SignInMethod[]>(),
  audience: 'public',
  summary: 'List sign-in methods',
  description: 'Includes the single sign-on of a workspace when its slug is given.',
})

export const readSignInPolicy = defineEndpoint({
  pattern: 'GET /api/auth/policy',
  input: nothing,
  output: typed<{ readonly canRegister: boolean; readonly canResetPassword: boolean; readonly isSetUp: boolean }>(),
  audience: 'public',
  summary: 'Get whether registration and password reset are available',
})

export const setUp = defineEndpoint({
  pattern: 'POST /api/auth/setup',
  input: typed<Readonly<Record<'token' | 'name' | 'email' | 'password' | 'workspace', string>>>(),
  output: typed<SignedIn>(),
  audience: 'public',
  status: 201,
  audit: false,
  summary: 'Create the first instance admin and their workspace',
  description: 'Requires the token of the setup link that the host prints at its first start. Works once.',
  errors: ['unauthenticated', 'conflict', 'gone'],
})

export const login = defineEndpoint({
  pattern: 'POST /api/auth/login',
  input: typed<{ readonly email: string; readonly password: string }>(),
  output: typed<SignInAnswer>(),
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
  output: typed<WebAuthnJson>(),
  audience: 'public',
  audit: false,
  summary: 'Start a passkey sign-in without naming an account',
})

export const loginWithPasskey = defineEndpoint({
  pattern: 'POST /api/auth/login/passkey',
  input: typed<{ readonly assertion: Assertion }>(),
  output: typed<SignedIn>(),
  audience: 'public',
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  summary: 'Sign in with a passkey',
  errors: ['invalid_passkey', 'challenge_expired', 'invalid_credentials'],
})

export const beginSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor/options',
  input: nothing,
  output: typed<WebAuthnJson>(),
  audience: 'public',
  audit: false,
  summary: 'Start the second factor with a passkey',
  errors: ['challenge_expired', 'not_found'],
})

/** A second factor: a code, or a passkey's assertion. */
export interface SecondFactorProof {
  readonly method: SecondFactor
  readonly code?: string
  readonly assertion?: Assertion
}

export const proveSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor',
  input: typed<SecondFactorProof>(),
  output: typed<SignedIn>(),
  audience: 'public',
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  summary: 'Complete a sign-in with the second factor',
  errors: ['invalid_code', 'invalid_passkey', 'challenge_expired', 'invalid_credentials'],
})
