/** Recovery codes: sixteen letters and digits of Crockford's base32, which are 80 random bits. */
import { hash, randomBytes } from 'node:crypto'

/** How many codes an account gets at once. */
export const recoveryCodeCount = 10

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

/** New codes, as people write them: `xxxx-xxxx-xxxx-xxxx`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode)
}

/** The stored form of a code; undefined for a text that can't be one. */
export function hashRecoveryCode(userId: string, text: string): string | undefined {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const isCode = code.length === length && [...code].every((email) => alphabet.includes(email))
  return isCode ? hash('sha256', `host/recovery-code/v1|${userId}|${code}`, 'base64url') : undefined
}

function newRecoveryCode(): string {
  const emails = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
  return emails.join('').replaceAll(/.{4}(?!$)/g, '$&-')
}
