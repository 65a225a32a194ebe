import type { WebAuthnJson } from './endpoints.ts'

/** Why a passkey answered nothing: its owner or the browser gave up, or it could not be used. */
export class PasskeyRefusal extends Error {
  override readonly name = 'PasskeyRefusal'
  readonly reason: 'cancelled' | 'failed'

  constructor(cause: unknown) {
    super('The passkey was not used.', { cause })
    const name = cause instanceof Error ? cause.name : ''
    this.reason = name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
  }
}

/** Whether this browser knows passkeys at all; only pages that came safely may ask for one. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/**
 * Has the browser ask for a passkey. What it needs for that is loaded at the first ask.
 * @param isAutofill offers it among what the browser fills in, instead of a dialog
 * @throws {PasskeyRefusal}
 */
export async function askPasskey(options: WebAuthnJson, isAutofill = false): Promise<WebAuthnJson> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isAutofill })
    return answer as unknown as WebAuthnJson
  } catch (error) {
    throw new PasskeyRefusal(error)
  }
}

/** Takes back an ask that is still open. */
export async function stopAskingPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
