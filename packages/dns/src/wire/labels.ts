import { DnsError } from '../dns-error.ts'
import { decimalEscape, escapedByte, escapeWidth, isGraphic } from '../escapes.ts'

/** Labels of a name between its text and its bytes. */

/** Longest label, in bytes. */
export const longestLabel = 63
/** Longest name on the wire, with its length bytes and the root. */
export const longestName = 255

const dot = 0x2e
const backslash = 0x5c
const quote = 0x22

/** 0: as it is; 1: after a backslash; 2: as `\DDD`. Escaped is whatever zone files give a meaning. */
const escapeKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (!isGraphic(byte)) return 2
  return '"().;\\@$'.includes(String.fromCharCode(byte)) ? 1 : 0
})

/** The text of one label. */
export function printLabel(bytes: Buffer, start: number, end: number): string {
  let at = start
  while (at < end && escapeKinds[bytes[at] ?? 0] === 0) at++
  if (at === end) return bytes.toString('latin1', start, end)
  let text = bytes.toString('latin1', start, at)
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0
    const kind = escapeKinds[byte]
    text += kind === 2 ? decimalEscape(byte) : (kind === 1 ? '\\' : '') + String.fromCharCode(byte)
  }
  return text
}

/** Where a label is written: its length byte at `at`, its bytes behind. The target has room for 64 bytes. */
export interface LabelTarget {
  readonly bytes: Uint8Array
  readonly at: number
}

/** Writes the label that begins at `from`, and returns where the next one begins. @throws {DnsError} */
export function writeLabel(name: string, from: number, target: LabelTarget): number {
  let length = 0
  let index = from
  for (; index < name.length && name.charCodeAt(index) !== dot; length++) {
    if (length === longestLabel) throw new DnsError('invalid_name', `A label of ${show(name)} has more than 63 bytes.`)
    const code = name.charCodeAt(index)
    const byte = code === backslash ? escapedByte(name, index) : code
    if (!isAllowed(code, byte)) throw new DnsError('invalid_name', refusalOf(name, index))
    target.bytes[target.at + length + 1] = byte
    index += code === backslash ? escapeWidth(name, index) : 1
  }
  if (length === 0) throw new DnsError('invalid_name', `${show(name)} has an empty label.`)
  if (index >= name.length) throw new DnsError('invalid_name', `${show(name)} is not absolute. End it with a dot.`)
  target.bytes[target.at] = length
  return index + 1
}

/** Bytes beyond ASCII need an escape; names in other scripts are written in their A-label form. */
function isAllowed(code: number, byte: number): boolean {
  return code === backslash ? byte >= 0 : isGraphic(code) && code !== quote
}

function refusalOf(name: string, index: number): string {
  const character = String.fromCodePoint(name.codePointAt(index) ?? 0)
  if (character === '\\') return `${show(name)} has an invalid escape. Write \\ and three digits.`
  if (character > '\u007f') return `${show(name)} has characters beyond ASCII. Write its A-label form (xn--).`
  return `${show(name)} has a character that names cannot contain: ${JSON.stringify(character)}.`
}

/** The bytes that a valid name has on the wire, uncompressed. */
export function octetsOf(name: string): number {
  if (name === '.') return 1
  let octets = 1
  for (let at = 0; at < name.length; octets++) at += name.charCodeAt(at) === backslash ? escapeWidth(name, at) : 1
  return octets
}

/** A name in a message: quoted, and cut where it is long. */
export function show(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
}
