import { DnsError } from '../dns-error.ts'
import { normalizeName } from '../names.ts'

/** Bytes of the hash of each algorithm that may sign. HMAC-MD5 and HMAC-SHA1 are refused (RFC 8945 §6). */
export const tsigAlgorithms = { 'hmac-sha256': 32, 'hmac-sha384': 48, 'hmac-sha512': 64 } as const

export type TsigAlgorithm = keyof typeof tsigAlgorithms

/** A secret that a client and a server share. */
export interface TsigKey {
  /** Absolute, in lower case. */
  readonly name: string
  readonly algorithm: TsigAlgorithm
  readonly secret: Uint8Array
}

export interface TsigKeyText {
  readonly name: string
  readonly algorithm: string
  /** Base64, as servers write it in their configuration. */
  readonly secret: string
}

const maxSecretText = 2_048
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
const weak = /^hmac-(?:md5|sha1|sha-1|sha224)\b/

/** Reads a key as a person enters it. @throws {DnsError} `invalid_key` with the field */
export function readTsigKey({ name, algorithm, secret }: TsigKeyText): TsigKey {
  return { name: readKeyName(name), algorithm: readAlgorithm(algorithm), secret: readSecret(secret) }
}

function readAlgorithm(text: string): TsigAlgorithm {
  const algorithm = text.trim().toLowerCase().replace(/\.$/, '')
  if (isAlgorithm(algorithm)) return algorithm
  const reason = weak.test(algorithm) ? `${algorithm.split('.')[0]} is too weak.` : "This algorithm isn't supported."
  throw new DnsError('invalid_key', `${reason} Use ${Object.keys(tsigAlgorithms).join(', ')}.`, 'algorithm')
}

function isAlgorithm(text: string): text is TsigAlgorithm {
  return Object.hasOwn(tsigAlgorithms, text)
}

function readKeyName(text: string): string {
  const name = text.trim()
  if (name === '' || name === '.') throw new DnsError('invalid_key', 'Enter the name of the key.', 'name')
  try {
    return normalizeName(name, '.').toLowerCase()
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    throw new DnsError('invalid_key', error.message, 'name')
  }
}

function readSecret(text: string): Uint8Array {
  const secret = text.trim()
  if (secret === '' || secret.length > maxSecretText || !base64.test(secret)) {
    throw new DnsError('invalid_key', "The secret isn't valid base64.", 'secret')
  }
  return Buffer.from(secret, 'base64')
}
