/**
 * The text of an API token: `host_`, 32 random bytes in base 62 (43 digits), and the CRC-32 of all of that in base 62
 * (6 digits). Scanners for secrets know it by its form, a double click selects it whole, and a text with a mistake in it
 * is refused without a look into the database.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'host_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomDigits = 43
const checkDigits = 6
const hintLength = prefix.length + 6
const form = /^host_[0-9A-Za-z]{49}$/

/** Prefix of every text intended as one of our tokens. */
export const tokenPrefix: string = prefix

/** A new token. */
export function newTokenText(): string {
  const bytes = randomBytes(32).toString('hex')
  const body = `${prefix}${inBase62(BigInt(`0x${bytes}`), randomDigits)}`
  return `${body}${checkOf(body)}`
}

/** Whether a text has the form of a token and its check digits are right. */
export function isTokenText(text: string): boolean {
  return text.length === 54 && form.test(text) && checkOf(text.slice(0, -checkDigits)) === text.slice(-checkDigits)
}

/** The beginning of a token, by which its holder tells it from others; 36 of its 256 bits at most. */
export function tokenHint(text: string): string {
  return text.slice(0, hintLength)
}

function checkOf(body: string): string {
  return inBase62(BigInt(crc32(body)), checkDigits)
}

function inBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`
  return text
}
