import { isUtf8 } from 'node:buffer'
import { quoteBytes, unescapeBytes } from '../escapes.ts'
import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from './addresses.ts'
import { parseBase64 } from './binary.ts'
import { numberOf } from './numbers.ts'

/**
 * Parameters of SVCB and HTTPS records: the keys with a form of their own (RFC 9460 section 7, 9461, 9540). Any other key is
 * `key123` with bytes.
 */
export interface ServiceKey {
  readonly name: string
  /** The bytes of a value in text; `undefined` where it is not valid. `value` is as written, without its quotes. */
  readonly parse: (value: string) => Uint8Array | undefined
  /** The value in text; `undefined` where the bytes are not valid. */
  readonly print: (bytes: Uint8Array) => string | undefined
}

/** A key that has no value. */
function flag(name: string): ServiceKey {
  return {
    name,
    parse: (value) => (value === '' ? new Uint8Array() : undefined),
    print: (bytes) => (bytes.length === 0 ? '' : undefined),
  }
}

interface AddressForm {
  readonly size: number
  readonly parse: (text: string) => Uint8Array
  readonly print: (bytes: Uint8Array) => string
}

/** One or more addresses. */
function addresses(name: string, { size, parse, print }: AddressForm): ServiceKey {
  return {
    name,
    parse: (value) => Buffer.concat(value.split(',').map(parse)),
    print(bytes) {
      if (bytes.length === 0 || bytes.length % size !== 0) return undefined
      const count = bytes.length / size
      return Array.from({ length: count }, (_, index) => print(bytes.subarray(index * size, (index + 1) * size))).join(
        ',',
      )
    },
  }
}

/** The keys that a client must know: sorted, each once, and not `mandatory` itself. */
const mandatory: ServiceKey = {
  name: 'mandatory',
  parse(value) {
    const codes = value.split(',').map(serviceKeyCode)
    const sorted = codes.flatMap((code) => code ?? []).toSorted((one, other) => one - other)
    if (sorted.length !== codes.length || new Set(sorted).size !== codes.length || sorted[0] === 0) return undefined
    const bytes = Buffer.alloc(sorted.length * 2)
    for (const [index, code] of sorted.entries()) bytes.writeUInt16BE(code, index * 2)
    return bytes
  },
  print(bytes) {
    const codes = mandatoryCodes(bytes)
    const isSorted = codes.every((code, index) => code > (codes[index - 1] ?? 0))
    return bytes.length > 0 && bytes.length % 2 === 0 && isSorted ? codes.map(serviceKeyName).join(',') : undefined
  },
}

export function mandatoryCodes(bytes: Uint8Array): number[] {
  return Array.from(
    { length: bytes.length >> 1 },
    (_, index) => (bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0),
  )
}

/**
 * Protocol ids. The list is split at commas inside the escapes of zone files, so that a comma of an id is `\,` in the
 * list and `\\,` in text (RFC 9460 appendix A.1).
 */
const alpn: ServiceKey = {
  name: 'alpn',
  parse(value) {
    const list = unescapeBytes(value)?.toString('latin1')
    if (list === undefined) return undefined
    const ids = splitList(list)
    if (ids === undefined || ids.some((id) => id.length === 0 || id.length > 255)) return undefined
    return Buffer.from(ids.map((id) => String.fromCharCode(id.length) + id).join(''), 'latin1')
  },
  print(bytes) {
    const ids: string[] = []
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + (bytes[at] ?? 0)
      if (end === at + 1 || end > bytes.length) return undefined
      ids.push(
        Buffer.from(bytes.subarray(at + 1, end))
          .toString('latin1')
          .replaceAll(/[\\,]/g, '\\$&'),
      )
      at = end
    }
    return ids.length === 0 ? undefined : quoteBytes(Buffer.from(ids.join(','), 'latin1'))
  },
}

/** A backslash takes the character behind it as it is; only a comma or a backslash may follow. */
function splitList(list: string): string[] | undefined {
  const items = ['']
  for (let at = 0; at < list.length; at++) {
    let character = list.charAt(at)
    if (character === ',') {
      items.push('')
      continue
    }
    if (character === '\\') {
      character = list.charAt(++at)
      if (character !== ',' && character !== '\\') return undefined
    }
    items[items.length - 1] += character
  }
  return items
}

const port: ServiceKey = {
  name: 'port',
  parse(value) {
    const number = numberOf(value, 0xffff)
    return number === undefined ? undefined : Uint8Array.of(number >> 8, number & 0xff)
  },
  print: (bytes) => (bytes.length === 2 ? String((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) : undefined),
}

const ech: ServiceKey = {
  name: 'ech',
  parse(value) {
    const bytes = parseBase64(value)
    return bytes === undefined || bytes.length === 0 ? undefined : bytes
  },
  print: (bytes) => (bytes.length === 0 ? undefined : Buffer.from(bytes).toString('base64')),
}

/** A relative template in UTF-8 with the variable `dns` (RFC 9461 section 5). */
const dohpath: ServiceKey = {
  name: 'dohpath',
  parse(value) {
    const bytes = unescapeBytes(value)
    return bytes !== undefined && isDohPath(bytes) ? bytes : undefined
  },
  print: (bytes) => (isDohPath(bytes) ? quoteBytes(bytes) : undefined),
}

function isDohPath(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false
  const text = Buffer.from(bytes).toString()
  return text.startsWith('/') && [...text.matchAll(/\{([^{}]*)\}/g)].some(([, names = '']) => hasDns(names))
}

/** `?dns`, `&other,dns` */
function hasDns(expression: string): boolean {
  return expression
    .replace(/^[?&/.;#+]/, '')
    .split(',')
    .includes('dns')
}

/** By code, from 0. */
const keys: readonly ServiceKey[] = [
  mandatory,
  alpn,
  flag('no-default-alpn'),
  port,
  addresses('ipv4hint', { size: 4, parse: parseIpv4, print: printIpv4 }),
  ech,
  addresses('ipv6hint', { size: 16, parse: parseIpv6, print: printIpv6 }),
  dohpath,
  flag('ohttp'),
]

/** The key with its own form; `undefined` for any other code. */
export function serviceKey(code: number): ServiceKey | undefined {
  return keys[code]
}

export function serviceKeyName(code: number): string {
  return keys[code]?.name ?? `key${code}`
}

/** `undefined` where it is not a key; 65535 is reserved for that (RFC 9460 section 14.3.2). */
export function serviceKeyCode(name: string): number | undefined {
  const index = keys.findIndex((key) => key.name === name)
  if (index !== -1) return index
  const digits = /^key(0|[1-9]\d{0,4})$/.exec(name)?.[1]
  return digits === undefined ? undefined : numberOf(digits, 0xfffe)
}
