import { domainToASCII, domainToUnicode } from 'node:url'
import { DnsError, labelsOf, normalizeName } from '@host/dns'

/** Longest name of a record set, with its escapes: a key of a changeset has room for it and its type. */
export const longestName = 380

/**
 * A name that a person wrote, in the form of a record set: in lower case, with A-labels and without a dot at the end.
 * @param zone its name in that form; a name that is not in it is a part below it
 * @throws {DnsError}
 */
export function readRecordName(text: string, zone: string): string {
  const typed = text.trim()
  if (typed === '@') return zone
  const ascii = toAscii(typed)
  const isWhole = typed.endsWith('.') || isBelow(ascii, zone)
  const name = recordName(normalizeName(isWhole ? withDot(ascii) : `${ascii}.${zone}.`))
  if (!isBelow(name, zone)) throw new DnsError('invalid_name', `The name is outside the zone ${zone}.`, 'name')
  if (name.length > longestName) throw new DnsError('invalid_name', 'The name is too long.', 'name')
  return name
}

/** The name of a record set for an absolute one. */
export function recordName(absolute: string): string {
  return absolute.slice(0, -1).toLowerCase()
}

/** The absolute name of a record set's. */
export function absoluteOf(name: string): string {
  return `${name}.`
}

/** Whether a name is a zone's or below it; both in the form of record sets. */
export function isBelow(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`)
}

/** A name as people read it: A-labels in Unicode. */
export function shownRecordName(name: string): string {
  if (!name.includes('xn--')) return name
  return name
    .split('.')
    .map((label) => (label.startsWith('xn--') ? domainToUnicode(label) || label : label))
    .join('.')
}

/** Text that sorts by its characters as the record sets of a zone are ordered: by labels from the right, then by type. */
export function placeOf({ name, type }: { readonly name: string; readonly type: string }): string {
  return `${labelsOf(absoluteOf(name)).toReversed().join(' ')}\t${type}`
}

function withDot(name: string): string {
  return name.endsWith('.') ? name : `${name}.`
}

/** Labels in lower case. Those beyond ASCII become A-labels; the others stay as they are, since host names allow less than records. */
export function toAscii(text: string): string {
  const labels = text.toLowerCase().split('.')
  return labels.map((label) => (/^[\x00-\x7f]*$/.test(label) ? label : domainToASCII(label) || label)).join('.')
}
