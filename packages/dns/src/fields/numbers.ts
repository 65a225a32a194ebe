import { DnsError } from '../dns-error.ts'
import type { TextReader } from '../text-reader.ts'
import type { Field } from './field.ts'

type Width = 'uint8' | 'uint16' | 'uint32' | 'uint48'

const largest: Readonly<Record<Width, number>> = {
  uint8: 0xff,
  uint16: 0xffff,
  uint32: 0xffff_ffff,
  uint48: 0xffff_ffff_ffff,
}

function numberField(width: Width, parse: (text: TextReader, most: number) => number): Field<number> {
  const most = largest[width]
  return {
    parse: (text) => parse(text, most),
    print: String,
    read: (wire) => wire[width](),
    write(wire, value) {
      if (!(Number.isInteger(value) && value >= 0 && value <= most)) {
        throw new DnsError('invalid_data', `${value} is not a number from 0 to ${most}.`)
      }
      wire[width](value)
    },
  }
}

function parseNumber(text: TextReader, most: number): number {
  const word = text.word()
  return numberOf(word, most) ?? text.fail(`${JSON.stringify(word)} is not a number from 0 to ${most}.`)
}

/** Decimal digits up to a limit. */
export function numberOf(word: string, most: number): number | undefined {
  const value = /^\d{1,15}$/.test(word) ? Number(word) : undefined
  return value !== undefined && value <= most ? value : undefined
}

export const uint8 = numberField('uint8', parseNumber)
export const uint16 = numberField('uint16', parseNumber)
export const uint32 = numberField('uint32', parseNumber)
export const uint48 = numberField('uint48', parseNumber)

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** Seconds, also with the units of zone files: `1h30m`. `undefined` for other text, and above 32 bits. */
export function parseSeconds(word: string): number | undefined {
  const plain = numberOf(word, largest.uint32)
  if (plain !== undefined) return plain
  if (!/^(?:\d{1,10}[smhdw])+$/i.test(word)) return undefined
  let seconds = 0
  for (const [, digits = '', unit = ''] of word.matchAll(/(\d+)(\D)/g)) {
    seconds += Number(digits) * (units[unit.toLowerCase()] ?? 0)
  }
  return seconds <= largest.uint32 ? seconds : undefined
}

export const seconds = numberField('uint32', (text) => {
  const word = text.word()
  return parseSeconds(word) ?? text.fail(`${JSON.stringify(word)} is not a time in seconds.`)
})

/** Algorithms of DNSSEC by name, which zone files may use (RFC 4034 appendix A, and later documents). */
const algorithms: Readonly<Record<string, number>> = {
  DELETE: 0,
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  'DSA-NSEC3-SHA1': 6,
  'RSASHA1-NSEC3-SHA1': 7,
  RSASHA256: 8,
  RSASHA512: 10,
  'ECC-GOST': 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
}

export const algorithm = numberField('uint8', (text, most) => {
  const word = text.word()
  const value = numberOf(word, most) ?? algorithms[word.toUpperCase()]
  return value ?? text.fail(`${JSON.stringify(word)} is not an algorithm of DNSSEC.`)
})
