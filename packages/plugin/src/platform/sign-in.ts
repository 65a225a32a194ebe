import { serviceToken } from '../service.ts'
import type { Me } from '../wire-types.ts'
import type { WebAuthnMessage } from './second-factors.ts'

/** How a user proved their identity. */
export type ProofMethod = 'password' | 'passkey' | 'totp' | 'recovery' | 'oidc' | 'invitation'

/** A second factor that an account has. */
export type SecondFactor = 'totp' | 'recovery' | 'passkey'

/** A user whose first factor was correct. */
export interface FirstProof {
  readonly userId: string
  readonly by: ProofMethod
  /** How often the account's access had been ended when the proof was looked at; a sign-in that began before ends so. */
  readonly accessEpoch?: number | undefined
  /** Where the session shall stand; the workspace used last when left out, or else the oldest membership. */
  readonly orgId?: string | undefined
  /** Whether the proof stands for a second factor too: a passkey, or a provider that is trusted to ask for one. */
  readonly isSecondFactorProven?: boolean
  /** The provider of the instance, or the connection of a workspace, of a linked identity. */
  readonly providerId?: string | undefined
  /**
   * The workspace that owns the connection. The session stays in that workspace, and is not a recent proof: a
   * workspace's admins choose the people its provider lets sign in, and neither the account nor another workspace has
   * agreed to it.
   */
  readonly confinedTo?: string | undefined
}

/** A sign-in that is done, or one that waits for a second factor; either with the `set-cookie` value to answer with. */
export type SignInStep =
  | { readonly status: 'signed_in'; readonly cookie: string; readonly me: Me }
  | { readonly status: 'second_factor'; readonly methods: readonly SecondFactor[]; readonly cookie: string }

/** A sign-in that is done. */
export type SignedInStep = Extract<SignInStep, { readonly status: 'signed_in' }>

/** Options for the browser's passkey, and the `set-cookie` value that must come back with the answer. */
export interface PasskeyRequest {
  readonly options: WebAuthnMessage
  readonly cookie: string
}

/** The proof of a second factor: a code, or a passkey's signature. */
export interface GivenSecondFactor {
  readonly method: SecondFactor
  readonly code?: string | undefined
  readonly assertion?: WebAuthnMessage | undefined
}

/** The last step of every way to sign in. */
export interface SignInService {
  /**
   * Continues after the first factor: starts a session, or requests the account's second factor.
   * @throws Problem `invalid_credentials` for an account that may not sign in
   */
  proceed(request: Request, proof: FirstProof): Promise<SignInStep>
  /** Whether browsers can make and use passkeys at the address that this request came to. @since 1.0.0 */
  offersPasskeys(request: Request): boolean
  /** Begins to sign in with a passkey, which names its account by itself. @since 1.0.0 */
  beginPasskey(request: Request): Promise<PasskeyRequest>
  /** Signs in with a passkey. @throws Problem `challenge_expired`, `invalid_passkey` @since 1.0.0 */
  withPasskey(request: Request, assertion: WebAuthnMessage): Promise<SignedInStep>
  /** Begins to prove the second factor with a passkey. @throws Problem `challenge_expired`, `not_found` @since 1.0.0 */
  beginSecondFactor(request: Request): Promise<WebAuthnMessage>
  /**
   * Finishes a sign-in with the second factor.
   * @throws Problem `challenge_expired` also after five wrong attempts, `invalid_code`, `invalid_passkey`, `too_many_requests`
   * @since 1.0.0
   */
  proveSecondFactor(request: Request, given: GivenSecondFactor): Promise<SignedInStep>
}

/**
 * Sign-in, whichever way it begins.
 *
 * Audience: platform.
 */
export const SignIn = serviceToken<SignInService>('core.sign-in')
