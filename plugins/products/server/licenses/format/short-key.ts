/**
 * The short form of a key, `XXXXX-XXXXX-XXXXX-XXXXX`: 95 random bits in the alphabet of Crockford, and a check letter.
 * It says nothing by itself, so it needs the server.
 */
import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [letters, group] = [20, 5]

/** Makes a short key. */
export function newShortKey(): string {
  const digits = Array.from({ length: letters - 1 }, () => randomInt(alphabet.length))
  return grouped([...digits, checkOf(digits)])
}

/**
 * Reads a short key as people type it: in any case, with or without hyphens or spaces, O for 0, and I or L for 1.
 * @returns its usual form; undefined for any other text, and for one with a wrong or two swapped letters
 */
export function readShortKey(text: string): string | undefined {
  if (text.length > 2 * letters) return undefined
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const digits = [...typed].map((letter) => alphabet.indexOf(letter))
  if (digits.length !== letters || digits.includes(-1)) return undefined
  return checkOf(digits.slice(0, -1)) === digits.at(-1) ? grouped(digits) : undefined
}

function grouped(digits: readonly number[]): string {
  const text = digits.map((digit) => alphabet[digit]).join('')
  return Array.from({ length: letters / group }, (_, at) => text.slice(at * group, (at + 1) * group)).join('-')
}

/** The sum of the digits, each times a different power of 2 in the field of 32: a swap of any two changes it. */
function checkOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => double(sum ^ digit), 0)
}

/** Times 2, modulo x^5 + x^2 + 1. */
function double(value: number): number {
  const shifted = value << 1
  return shifted > 31 ? shifted ^ 0b100101 : shifted
}
