import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a cookie or a link, as 43 characters of base64url. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a secret token; nothing else is worth a look into the database. */
export function isSecretToken(text: string): boolean {
  return text.length === 43 && /^[\w-]{43}$/.test(text)
}

/** The stored form of a secret token: its SHA-256. */
export function hashSecretToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Whether a token has this hash, in a time that says nothing about where they differ. */
export function matchesHash(token: string, expected: string): boolean {
  const actual = Buffer.from(hashSecretToken(token))
  const wanted = Buffer.from(expected)
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}

/**
 * The CSRF token of a session: derived from the session's token, so that it needs no place of its own, changes with
 * it, and gives nothing away about it.
 */
export function csrfTokenOf(sessionToken: string): string {
  return hash('sha256', `host/csrf/v1|${sessionToken}`, 'base64url')
}
