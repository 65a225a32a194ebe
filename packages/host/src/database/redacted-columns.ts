/**
 * Columns that never leave in an export. A column is marked by `secret`. An unmarked column is redacted when its name
 * is that of a secret or of a hash, so a forgotten mark hides data rather than exposing it. Inside JSON only names
 * decide, and values sealed by the host are known by their form.
 */
import type { Column } from '@host/plugin'
import { isSecretName } from '../support/secret-names.ts'

const hashWords = new Set(
  'cipher ciphertext digest fingerprint hash hashes hashed mac nonce salt seal sealed sig wrapped'.split(' '),
)
const hashParts = /hash|cipher/
/** See encryption/envelope.ts. */
// bounded: each part ends where the next begins, at a dot.
const envelope = /^v\d+\.[^.]+\.[\w-]{40,}$/
/** See identity/api-tokens. */
// bounded: twenty characters behind each beginning.
const token = /\bhost_[\w-]{20}/

/** Whether a column is left out. */
export function isRedacted(name: string, column: Column): boolean {
  return column.secret ?? isRedactedName(name)
}

/** A value without its secret parts, at any depth; for `JSON.stringify`. */
export function withoutSecrets(name: string, value: unknown): unknown {
  if (isRedactedName(name)) return undefined
  if (typeof value === 'string' && (envelope.test(value) || token.test(value))) return undefined
  return value
}

function isRedactedName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return isSecretName(name) || hashParts.test(words.join('')) || words.some((word) => hashWords.has(word))
}
