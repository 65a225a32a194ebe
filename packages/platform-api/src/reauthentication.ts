/** How a session proves again who is there. */
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { typed } from './typed.ts'
import { webAuthnBodyLimit, type Assertion, type WebAuthnJson } from './web-authn.ts'

/** A way to prove it. */
export type ProofWay = 'password' | 'totp' | 'passkey' | 'recovery' | 'oidc'

/** A proof of identity: one of the methods. */
export interface Proof {
  readonly password?: string
  readonly code?: string
  readonly assertion?: Assertion
}

/** Proof methods of an account, and the passkey challenge. */
export interface ProofOptions {
  readonly methods: readonly ProofWay[]
  readonly passkey: WebAuthnJson | null
}

export const beginReauthentication = defineEndpoint({
  pattern: 'POST /api/auth/reauthenticate/options',
  takesKey: false,
  input: nothing,
  output: typed<ProofOptions>(),
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  changes: false,
  summary: 'List the ways to confirm your identity and start one with a passkey',
})

export const reauthenticate = defineEndpoint({
  pattern: 'POST /api/auth/reauthenticate',
  takesKey: false,
  input: typed<Proof>(),
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  bodyLimit: webAuthnBodyLimit,
  changes: false,
  summary: 'Confirm your identity with a password, code or passkey, for 15 minutes',
  errors: ['invalid_credentials', 'invalid_code', 'invalid_passkey'],
})
