/** Input and output of the browser's WebAuthn API in its JSON form (WebAuthn Level 3, §5.1). */
export type WebAuthnJson = Readonly<Record<string, unknown>>

/** A passkey's answer to a sign-in, in the same form. */
export interface Assertion {
  readonly id?: string
  readonly rawId?: string
  readonly type?: string
  readonly response?: {
    readonly clientDataJSON?: string
    readonly authenticatorData?: string
    readonly signature?: string
    readonly userHandle?: string | null
  }
  readonly authenticatorAttachment?: string | null
  /** The host requests no extensions. */
  readonly clientExtensionResults?: Readonly<Record<string, never>>
}

/** Larger than any answer of an authenticator, in bytes. */
export const webAuthnBodyLimit = 64 * 1024
