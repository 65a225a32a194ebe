import { isIPv4, isIPv6 } from 'node:net'
import { DnsError } from '../dns-error.ts'
import type { Field } from './field.ts'

export function parseIpv4(text: string): Uint8Array {
  if (!isIPv4(text)) throw new DnsError('invalid_data', `${JSON.stringify(text)} is not an IPv4 address.`)
  return Uint8Array.from(text.split('.'), Number)
}

export function printIpv4(bytes: Uint8Array): string {
  return `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`
}

export function parseIpv6(text: string): Uint8Array {
  if (!isIPv6(text) || text.includes('%')) {
    throw new DnsError('invalid_data', `${JSON.stringify(text)} is not an IPv6 address.`)
  }
  const [head = [], tail = []] = text.split('::').map(groupsOf)
  const zeros = Array.from<number>({ length: 8 - head.length - tail.length }).fill(0)
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...head, ...zeros, ...tail].entries()) bytes.writeUInt16BE(group, index * 2)
  return bytes
}

/** The groups on one side of `::`; an IPv4 address at the end is two. */
function groupsOf(side: string): number[] {
  if (side === '') return []
  return side.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** RFC 5952: lower case, no leading zeros, the first longest run of zero groups as `::`, mapped addresses with dots. */
export function printIpv6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) => (bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0))
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `::ffff:${printIpv4(bytes.subarray(12))}`
  }
  const { start, length } = longestZeros(groups)
  if (length < 2) return hexGroups(groups)
  return `${hexGroups(groups.slice(0, start))}::${hexGroups(groups.slice(start + length))}`
}

function hexGroups(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':')
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  let start = 0
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start }
  }
  return longest
}

interface AddressForm {
  readonly length: number
  readonly parse: (text: string) => Uint8Array
  readonly print: (bytes: Uint8Array) => string
}

function addressField({ length, parse, print }: AddressForm): Field<string> {
  return {
    parse(text) {
      try {
        return print(parse(text.word()))
      } catch (error) {
        return text.fail(error instanceof Error ? error.message : String(error))
      }
    },
    print: (address) => address,
    read: (wire) => print(wire.take(length)),
    write: (wire, address) => wire.write(parse(address)),
  }
}

export const ipv4 = addressField({ length: 4, parse: parseIpv4, print: printIpv4 })
export const ipv6 = addressField({ length: 16, parse: parseIpv6, print: printIpv6 })
