import { DnsError } from './dns-error.ts'
import { escapeWidth } from './escapes.ts'
import { show } from './wire/labels.ts'
import { WireReader } from './wire/wire-reader.ts'
import { WireWriter } from './wire/wire-writer.ts'

/**
 * Domain names as text: absolute, with the trailing dot and `\DDD` for bytes that zone files cannot hold. Names keep their
 * case, and compare without it. Functions that take a name take its normal form, which `normalizeName` makes.
 */

/**
 * The normal form of a name as zone files and people write it: `@` is the origin, and a name without a trailing dot is
 * below it.
 * @throws {DnsError}
 */
export function normalizeName(text: string, origin?: string): string {
  return decodeName(encodeName(absoluteName(text, origin)))
}

/** The name below its origin; unchanged where it is absolute. @throws {DnsError} where an origin is needed */
export function absoluteName(text: string, origin?: string): string {
  if (isAbsolute(text)) return text
  if (text === '') throw new DnsError('invalid_name', 'The name is empty.')
  if (origin === undefined) throw new DnsError('invalid_name', `${show(text)} is not absolute. End it with a dot.`)
  if (text === '@') return origin
  return origin === '.' ? `${text}.` : `${text}.${origin}`
}

/** Ends in a dot that no backslash escapes. */
function isAbsolute(text: string): boolean {
  if (!text.endsWith('.')) return false
  let before = text.length - 1
  while (before > 0 && text.charAt(before - 1) === '\\') before--
  return (text.length - 1 - before) % 2 === 0
}

/** A name on the wire, uncompressed. @throws {DnsError} */
export function encodeName(name: string): Uint8Array {
  const writer = new WireWriter(256, false)
  writer.name(name, false)
  return writer.written
}

/** The name that these bytes are, and no byte more. @throws {DnsError} */
export function decodeName(bytes: Uint8Array): string {
  const reader = new WireReader(bytes, false)
  const name = reader.name(false)
  if (reader.remaining > 0) reader.fail('There are bytes behind the name.')
  return name
}

/** Labels as text, from the left; none for the root. */
export function labelsOf(name: string): string[] {
  const labels: string[] = []
  let start = 0
  for (let at = name === '.' ? 1 : 0; at < name.length;) {
    if (name.charAt(at) !== '.') {
      at += name.charAt(at) === '\\' ? escapeWidth(name, at) : 1
      continue
    }
    labels.push(name.slice(start, at))
    start = ++at
  }
  return labels
}

/** The same text for names that are the same: the key of maps by name. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return one === other || nameKey(one) === nameKey(other)
}

/** Whether the name is the zone's or below it. */
export function isWithin(name: string, zone: string): boolean {
  if (zone === '.') return true
  const key = nameKey(name)
  const zoneKey = nameKey(zone)
  if (!key.endsWith(zoneKey)) return false
  const start = key.length - zoneKey.length
  return start === 0 || (key.charAt(start - 1) === '.' && isAbsolute(key.slice(0, start)))
}

/** The name without its first label; `undefined` for the root. */
export function parentOf(name: string): string | undefined {
  if (name === '.') return undefined
  let at = 0
  while (at < name.length && name.charAt(at) !== '.') at += name.charAt(at) === '\\' ? escapeWidth(name, at) : 1
  return at + 1 >= name.length ? '.' : name.slice(at + 1)
}

/** Canonical order (RFC 4034 section 6.1): by labels from the right, without case. For `toSorted`. */
export function compareNames(one: string, other: string): number {
  const ones = sortedLabels(one)
  const others = sortedLabels(other)
  for (const [index, label] of ones.entries()) {
    const against = others[index]
    if (against === undefined) return 1
    const order = Buffer.compare(label, against)
    if (order !== 0) return order
  }
  return ones.length - others.length
}

function sortedLabels(name: string): Buffer[] {
  const bytes = Buffer.from(encodeName(nameKey(name)))
  const labels: Buffer[] = []
  for (let at = 0; bytes[at] !== 0;) {
    const end = at + 1 + (bytes[at] ?? 0)
    labels.push(bytes.subarray(at + 1, end))
    at = end
  }
  return labels.toReversed()
}
