/** Codes of an authenticator app (RFC 6238): SHA-1, six digits, thirty seconds, which every app supports. */
import { Secret, TOTP } from 'otpauth'

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** How many steps a code may be early or late. */
const drift = 1

/** The account that the app shows a code for. */
export interface TotpLabel {
  /** The name of the instance. */
  readonly issuer: string
  readonly account: string
}

/** A new secret: 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code. */
export function totpUri(secret: string, { issuer, account }: TotpLabel): string {
  return new TOTP({ ...form, issuer, label: account, secret }).toString()
}

/**
 * The step that a code belongs to; undefined when it is wrong.
 * @param now milliseconds since 1970
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!isTotpCode(code)) return undefined
  const delta = TOTP.validate({
    ...form,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: now,
    window: drift,
  })
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta
}

/** Whether a text has the form of an app's code, so that it is not a recovery code. */
export function isTotpCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}
