/** How a session proves once more who is there. */
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'
import type { WebAuthnJson } from '../../sign-in/endpoints.ts'

/** A way to prove it. */
export type ProofWay = 'password' | 'totp' | 'passkey' | 'recovery' | 'oidc'

/** A proof of identity: one of the methods. */
export interface Proof {
  readonly password?: string
  readonly code?: string
  readonly assertion?: WebAuthnJson
}

/** Proof methods of an account, and the passkey challenge. */
export interface ProofOptions {
  readonly methods: readonly ProofWay[]
  readonly passkey: WebAuthnJson | null
}

export const beginReauthentication = defineEndpoint({
  pattern: 'POST /api/auth/reauthenticate/options',
  input: nothing,
  output: answer<ProofOptions>(),
  audience: 'user',
  summary: 'Read how you can prove who you are',
})

export const reauthenticate = defineEndpoint({
  pattern: 'POST /api/auth/reauthenticate',
  input: answer<Proof>(),
  output: nothing,
  audience: 'user',
  summary: 'Prove once more who you are',
})
