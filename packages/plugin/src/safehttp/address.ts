import { isIP, isIPv4 } from 'node:net'

/** An IP address in its one spelling. */
export interface Address {
  readonly text: string
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * Reads an address. IPv4 mapped into IPv6 is IPv4.
 * @returns `undefined` when the text is not an address, or one with a zone
 */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { text, family: 'ipv4' }
  if (isIP(text) !== 6 || text.includes('%')) return undefined
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  const groups = groupsOf(canonical)
  return startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) ? joinIPv4(groups, 6) : { text: canonical, family: 'ipv6' }
}

/**
 * The IPv4 addresses that a translator or tunnel would take out of an IPv6 address: NAT64 (RFC 6052, RFC 8215), 6to4
 * (RFC 3056), Teredo's server and client (RFC 4380), ISATAP (RFC 5214) and IPv4-compatible
 * (RFC 4291, which `::` and `::1` are not).
 */
export function embeddedIPv4({ text, family }: Address): readonly Address[] {
  if (family === 'ipv4') return []
  const groups = groupsOf(text)
  if (startsWith(groups, [0x2002])) return [joinIPv4(groups, 1)]
  if (startsWith(groups, [0x2001, 0])) return [joinIPv4(groups, 2), joinIPv4(groups.map(inverted), 6)]
  const isAtEnd =
    (startsWith(groups, [0, 0, 0, 0, 0, 0]) && groups[6] !== 0) ||
    startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]) ||
    startsWith(groups, [0x64, 0xff9b, 1]) ||
    isatapIds.some((id) => startsWith(groups.slice(4), id))
  return isAtEnd ? [joinIPv4(groups, 6)] : []
}

/** How many bits an address of its family has. */
export function bitsOf({ family }: Address): number {
  return family === 'ipv4' ? 32 : 128
}

/** The address as a number. */
export function valueOf({ text, family }: Address): bigint {
  if (family === 'ipv4') return BigInt(text.split('.').reduce((value, part) => value * 256 + Number(part), 0))
  return groupsOf(text).reduce((value, group) => (value << 16n) | BigInt(group), 0n)
}

const isatapIds = [
  [0, 0x5efe],
  [0x200, 0x5efe],
] as const

function groupsOf(canonical: string): readonly number[] {
  const [left = [], right = []] = canonical.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
}

function joinIPv4(groups: readonly number[], at: number): Address {
  const bytes = groups.slice(at, at + 2).flatMap((group) => [group >> 8, group & 0xff])
  return { text: bytes.join('.'), family: 'ipv4' }
}

function inverted(group: number): number {
  return group ^ 0xffff
}

function startsWith(groups: readonly number[], start: readonly number[]): boolean {
  return start.every((group, index) => groups[index] === group)
}
