/** Root keys as people write them. */
import { randomBytes } from 'node:crypto'
import { RootKey } from './root-key.ts'

const keyLength = 32
const mostKeys = 8
/** Of 32 random bytes about 30 differ; fewer than 16 do once in 10^10 keys. */
const leastVariety = 16
const advice = 'make one with "openssl rand -base64 32"'

/** A new root key, as text. */
export function newSecretKey(): string {
  return randomBytes(keyLength).toString('base64')
}

/**
 * Reads root keys, the current one first.
 * @throws TypeError that says what to write, and nothing of what was written
 */
export function parseSecretKeys(texts: readonly string[]): readonly RootKey[] {
  if (texts.length > mostKeys) throw new TypeError(`${texts.length} keys are too many; ${mostKeys} are the most`)
  const keys = texts.map((text, place) => parseSecretKey(text.trim(), texts.length === 1 ? 'it' : `key ${place + 1}`))
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new TypeError('the same key is there twice; write each once, the current one first')
  }
  return Object.freeze(keys)
}

function parseSecretKey(text: string, name: string): RootKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new TypeError(`${name} is not base64; ${advice}`)
  if (bytes.length !== keyLength) {
    throw new TypeError(`${name} has ${bytes.length} bytes where a key has ${keyLength}; ${advice}`)
  }
  if (!looksRandom(bytes)) throw new TypeError(`${name} is not random, so it could be guessed; ${advice}`)
  return new RootKey(bytes)
}

/** False for text in disguise, repetitions and sequences: what people write who need a key quickly. */
function looksRandom(bytes: Buffer): boolean {
  const steps = bytes.map((byte, place) => byte - (bytes[place - 1] ?? 0))
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return !isText && new Set(bytes).size >= leastVariety && new Set(steps).size >= leastVariety
}
