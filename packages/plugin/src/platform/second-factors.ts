import { serviceToken } from '../service.ts'

/** Input and output of the browser's WebAuthn API, in its JSON form (WebAuthn Level 3, §5.1). */
export type WebAuthnMessage = Record<string, unknown>

/** A passkey as its owner sees it. */
export interface PasskeyEntry {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  /** Whether it is kept by a service of its maker and so on several devices. */
  readonly isSynced: boolean
}

/** Sign-in methods of a user, besides linked identities. */
export interface SecurityState {
  readonly hasPassword: boolean
  readonly totp: { readonly isOn: boolean; readonly since: string | null }
  readonly recoveryCodesLeft: number
  readonly passkeys: readonly PasskeyEntry[]
  /** Whether the instance or the workspace of the session asks for a second factor. */
  readonly isSecondFactorRequired: boolean
  /** Until when the last proof counts; null when a new one is due. */
  readonly provedUntil: string | null
}

/** Ways in which a user can prove their identity again. */
export interface ProofChoices {
  /** `recovery` stands for a recovery code that is left. */
  readonly methods: readonly ('password' | 'totp' | 'passkey' | 'recovery' | 'oidc')[]
  /** Request for the browser's passkey; null without one. */
  readonly passkey: WebAuthnMessage | null
}

/** A proof: exactly one of these. */
export interface GivenProof {
  readonly password?: string | undefined
  /** Six digits of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  readonly assertion?: WebAuthnMessage | undefined
}

/**
 * Second factors of the caller: an authenticator app, recovery codes, passkeys; and the proof of identity that their
 * changes require. Switching a factor on or off ends the caller's other sessions.
 *
 * All of it is for sessions: @throws Problem `unauthenticated`
 * @since 1.0.0
 */
export interface SecondFactorsService {
  read(request: Request): Promise<SecurityState>
  /** How the caller can prove who they are; begins to with a passkey. */
  beginProof(request: Request): Promise<ProofChoices>
  /**
   * Takes a proof, which counts for 15 minutes.
   * @throws Problem `invalid_input` unless one is given, `invalid_credentials`, `invalid_code`, `invalid_passkey`, `too_many_requests`
   */
  prove(request: Request, proof: GivenProof): Promise<void>
  /** Creates the secret of an authenticator app; an active app stays active until the new one is confirmed. */
  beginTotp(request: Request): Promise<{ readonly secret: string; readonly uri: string }>
  /**
   * Switches the app on with one of its codes.
   * @returns the recovery codes, which are shown nowhere else
   * @throws Problem `conflict` when none was begun in the last 15 minutes, `invalid_code`, `too_many_requests`
   */
  confirmTotp(request: Request, code: string): Promise<readonly string[]>
  /** Switches the app off. @throws Problem `not_found` when it is not on */
  removeTotp(request: Request): Promise<void>
  /** Makes new recovery codes in place of the old ones. @throws Problem `conflict` without a second factor */
  renewRecoveryCodes(request: Request): Promise<readonly string[]>
  /** Options with which the browser creates a passkey. @throws Problem `conflict` for too many */
  beginPasskey(request: Request): Promise<WebAuthnMessage>
  /** @throws Problem `invalid_passkey`, `conflict` for one that is known already, or too many */
  addPasskey(
    request: Request,
    passkey: { readonly name: string; readonly attestation: WebAuthnMessage },
  ): Promise<PasskeyEntry>
  /** @throws Problem `not_found` */
  renamePasskey(request: Request, id: string, name: string): Promise<PasskeyEntry>
  /** @throws Problem `not_found`, `last_method` */
  removePasskey(request: Request, id: string): Promise<void>
}

/**
 * Second factors, and proving who one is.
 *
 * Audience: platform.
 */
export const SecondFactors = serviceToken<SecondFactorsService>('core.second-factors')
