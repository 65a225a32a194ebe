/** Endpoints of the account plugin used before sign-in; the shell must not import the plugin. */
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'

/** A way to sign in. */
export interface SignInMethod {
  readonly id: string
  readonly kind: 'password' | 'passkey' | 'oidc'
  readonly label: string
  readonly loginUrl?: string
  readonly icon?: string
}

/** A second factor that can be asked for. */
export type SecondFactor = 'totp' | 'recovery' | 'passkey'

/** A sign-in that is done, or one that waits for the second factor. */
export type SignInAnswer =
  | { readonly status: 'signed_in' }
  | { readonly status: 'second_factor'; readonly methods: readonly SecondFactor[] }

/** Input and output of the browser's WebAuthn API, in its JSON form. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

export const listMethods = defineEndpoint({
  pattern: 'GET /api/auth/methods',
  input: answer<{ readonly workspace?: string }>(),
  output: answer<readonly SignInMethod[]>(),
  audience: 'public',
  summary: 'List the ways to sign in',
})

export const readSignInPolicy = defineEndpoint({
  pattern: 'GET /api/auth/policy',
  input: nothing,
  output: answer<{ readonly canRegister: boolean; readonly canResetPassword: boolean; readonly isSetUp: boolean }>(),
  audience: 'public',
  summary: 'Read what strangers may do here',
})

export const login = defineEndpoint({
  pattern: 'POST /api/auth/login',
  input: answer<{ readonly email: string; readonly password: string }>(),
  output: answer<SignInAnswer>(),
  audience: 'public',
  summary: 'Sign in with email and password',
})

export const beginPasskeyLogin = defineEndpoint({
  pattern: 'POST /api/auth/login/passkey/options',
  input: nothing,
  output: answer<WebAuthnJson>(),
  audience: 'public',
  summary: 'Begin to sign in with a passkey',
})

export const loginWithPasskey = defineEndpoint({
  pattern: 'POST /api/auth/login/passkey',
  input: answer<{ readonly assertion: WebAuthnJson }>(),
  output: answer<SignInAnswer>(),
  audience: 'public',
  summary: 'Sign in with a passkey',
})

export const beginSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor/options',
  input: nothing,
  output: answer<WebAuthnJson>(),
  audience: 'public',
  summary: 'Begin to prove the second factor with a passkey',
})

/** A second factor: a code, or a passkey's assertion. */
export interface SecondFactorProof {
  readonly method: SecondFactor
  readonly code?: string
  readonly assertion?: WebAuthnJson
}

export const proveSecondFactor = defineEndpoint({
  pattern: 'POST /api/auth/login/second-factor',
  input: answer<SecondFactorProof>(),
  output: answer<SignInAnswer>(),
  audience: 'public',
  summary: 'Finish a sign-in with the second factor',
})

export const setUp = defineEndpoint({
  pattern: 'POST /api/auth/setup',
  input: answer<Readonly<Record<'token' | 'name' | 'email' | 'password' | 'workspace', string>>>(),
  output: answer<SignInAnswer>(),
  audience: 'public',
  summary: 'Make the first instance admin and their workspace',
})
