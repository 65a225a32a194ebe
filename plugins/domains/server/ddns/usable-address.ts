import { encodeData } from '@host/dns'
import type { DdnsType } from '../../shared.ts'
import { readAddress } from '../records/read-address.ts'

interface Range {
  readonly bytes: Uint8Array
  /** Bits. */
  readonly length: number
}

/** Addresses of no host that others reach. */
const unusable: Readonly<Record<DdnsType, readonly Range[]>> = {
  // This network, loopback, link-local, and from 224.0.0.0 multicast, reserved and broadcast.
  A: rangesOf('A', ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3']),
  // Unspecified, loopback and IPv4 inside of IPv6; link-local; multicast.
  AAAA: rangesOf('AAAA', ['::/80', 'fe80::/10', 'ff00::/8']),
}

/**
 * The one spelling of an address that a record may have. Private addresses are allowed: names of home networks and VPNs
 * have them, and an admin could write the same records by hand.
 * @returns undefined for an address that can't be, and for any other text
 */
export function usableAddress(type: DdnsType, text: string): string | undefined {
  const address = readAddress(text, type)
  if (address === undefined) return undefined
  const bytes = encodeData(type, address)
  return unusable[type].some((range) => isIn(bytes, range)) ? undefined : address
}

function isIn(bytes: Uint8Array, range: Range): boolean {
  return bytes.every((byte, place) => {
    const bits = Math.min(Math.max(range.length - 8 * place, 0), 8)
    const mask = 0xff & (0xff << (8 - bits))
    return ((byte ^ (range.bytes[place] ?? 0)) & mask) === 0
  })
}

function rangesOf(type: DdnsType, texts: readonly string[]): readonly Range[] {
  return texts.map((text) => {
    const [network = '', bits] = text.split('/')
    return { bytes: encodeData(type, network), length: Number(bits) }
  })
}
