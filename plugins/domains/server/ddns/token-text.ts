import { createHash, randomBytes } from 'node:crypto'

/** Digits of base 32. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const digits = 28
const prefix = 'dyn_'
const hintLength = 8

/** A new token. */
export interface TokenText {
  readonly text: string
  readonly hash: string
  /** Its first characters, for people. */
  readonly hint: string
}

/**
 * A new token: 140 random bits behind a prefix that scanners for leaked secrets can find. It has 32 characters, since
 * some routers cut longer passwords, and no character that a URL or a configuration file escapes.
 */
export function newToken(): TokenText {
  // 256 is a multiple of 32, so each digit is as likely as the others.
  const text = prefix + Array.from(randomBytes(digits), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return { text, hash: tokenHash(text), hint: text.slice(0, hintLength) }
}

/**
 * The stored form of a token. Tokens are random, so a fast hash is enough. A token is found by its hash: how long that
 * takes says nothing about a token, since a client can't choose the first characters of a hash.
 */
export function tokenHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
