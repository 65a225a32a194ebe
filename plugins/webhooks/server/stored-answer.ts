import type { SafeResponse } from '@host/plugin/safehttp'
import { webhookLimits } from '../shared.ts'
import { maskSecrets } from './mask-secrets.ts'

/** The logged part of a response. */
export interface StoredAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the answer was longer. */
  readonly isCut: boolean
}

const mostHeaders = 20
const longestHeader = 200
/** Headers that are credentials, whatever their values look like. */
const redacted = /cookie|auth|token|secret|signature|api-?key/i

/** The beginning of a response, with probable secrets masked. */
export function storedAnswer(
  { headers, body }: Pick<SafeResponse, 'headers' | 'body'>,
  secrets: readonly string[],
): StoredAnswer {
  const { storedAnswer: size } = webhookLimits
  // Masked before it is cut, so that no half of a secret stands at the end.
  const text = new TextDecoder().decode(body.subarray(0, 2 * size)).replaceAll('\0', '\uFFFD')
  const known = knownForms(secrets)
  const masked = maskSecrets(text, known)
  return { headers: keptHeaders(headers, known), body: masked.slice(0, size).toWellFormed(), isCut: body.length > size }
}

function keptHeaders(headers: Headers, known: readonly string[]): Record<string, string> {
  const shown = [...headers].filter(([name]) => !redacted.test(name)).slice(0, mostHeaders)
  return Object.fromEntries(shown.map(([name, value]) => [name, maskedHeader(value, known)]))
}

/** Cut twice: before so that masking costs little, behind so that no half of a secret stands at the end. */
function maskedHeader(value: string, known: readonly string[]): string {
  return maskSecrets(value.slice(0, 2 * longestHeader), known)
    .slice(0, longestHeader)
    .toWellFormed()
}

/** A key as it is written, and without its prefix. */
function knownForms(secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((secret) => [secret, secret.slice(secret.indexOf('_') + 1)])
}
