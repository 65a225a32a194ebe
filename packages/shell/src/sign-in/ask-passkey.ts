import type { Assertion, WebAuthnJson } from '@host/platform-api/web-authn'

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
 * Asks the browser for a passkey. The code is loaded on first use.
 * @throws {PasskeyRefusal}
 */
export async function askPasskey(options: WebAuthnJson): Promise<Assertion> {
  return ask(options, false)
}

/**
 * Offers passkeys in the browser's autofill. A page can have one pending request, and a newer one replaces the older: a
 * late offer must not replace that of a dialog, so it starts only while its signal is not aborted.
 * @throws {PasskeyRefusal}
 */
export async function offerPasskey(options: WebAuthnJson, signal: AbortSignal): Promise<Assertion> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  if (signal.aborted) throw new PasskeyRefusal(signal.reason)
  const takeBack = (): void => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', takeBack)
  try {
    return await ask(options, true)
  } finally {
    signal.removeEventListener('abort', takeBack)
  }
}

async function ask(options: WebAuthnJson, isAutofill: boolean): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isAutofill })
    // The host asks for no extensions, and takes no results of others.
    return { ...answer, clientExtensionResults: {} }
  } catch (error) {
    throw new PasskeyRefusal(error)
  }
}
