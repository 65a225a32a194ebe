import type { Field } from './field.ts'
import { numberOf, uint32 } from './numbers.ts'

const latest = 0xffff_ffff

/** A moment in seconds since 1970 (32 bits), in text as `YYYYMMDDHHmmSS` in UTC (RFC 4034 section 3.2). */
export const moment: Field<number> = {
  parse(text) {
    const word = text.word()
    const value = /^\d{14}$/.test(word) ? secondsOf(word) : numberOf(word, latest)
    return value ?? text.fail(`${JSON.stringify(word)} is not a time. Write YYYYMMDDHHmmSS.`)
  },
  print: digitsOf,
  read: uint32.read,
  write: uint32.write,
}

function digitsOf(value: number): string {
  return new Date(value * 1_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

/** `undefined` for a date that no calendar has. */
function secondsOf(digits: string): number | undefined {
  const part = (from: number, to: number): number => Number(digits.slice(from, to))
  const value = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14)) / 1_000
  return value >= 0 && value <= latest && digitsOf(value) === digits ? value : undefined
}
