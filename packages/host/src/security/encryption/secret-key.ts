/** Root keys as people write them. */
import { randomBytes } from 'node:crypto'
import { RootKey } from './root-key.ts'

const keyLength = 32
const mostKeys = 8
/** Of 32 random bytes about 30 differ; fewer than 16 do once in 10^10 keys. */
const leastVariety = 16

/** A new root key, as text. */
export function newSecretKey(): string {
  return randomBytes(keyLength).toString('base64')
}

/**
 * Reads root keys, the current one first.
 * @param advice the fix for an unfit one
 * @throws TypeError that states the problem and nothing of the key
 */
export function parseSecretKeys(
  texts: readonly string[],
  advice = 'generate one with "openssl rand -base64 32"',
): readonly RootKey[] {
  if (texts.length > mostKeys) throw new TypeError(`${texts.length} keys are too many; the limit is ${mostKeys}`)
  const keys = texts.map((text, place) => {
    const bytes = Buffer.from(text.trim(), 'base64')
    const fault = faultOf(bytes, text.trim())
    if (fault === undefined) return new RootKey(bytes)
    throw new TypeError(`${texts.length === 1 ? 'it' : `key ${place + 1}`} ${fault}; ${advice}`)
  })
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new TypeError('the same key is listed twice; list each key once, the current one first')
  }
  return Object.freeze(keys)
}

function faultOf(bytes: Buffer, text: string): string | undefined {
  if (bytes.toString('base64') !== text) return 'is not base64'
  if (bytes.length !== keyLength) return `has ${bytes.length} bytes instead of ${keyLength}`
  return looksRandom(bytes) ? undefined : 'is not random, so it could be guessed'
}

/** False for text in disguise, repetitions and sequences: keys typed in a hurry. */
function looksRandom(bytes: Buffer): boolean {
  const steps = bytes.map((byte, place) => byte - (bytes[place - 1] ?? 0))
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return !isText && new Set(bytes).size >= leastVariety && new Set(steps).size >= leastVariety
}
