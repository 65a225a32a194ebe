import { BlockList, isIP } from 'node:net'
import { normalizeData } from '@host/dns'
import type { DdnsType } from '../../shared.ts'

interface Family {
  readonly version: 4 | 6
  readonly family: 'ipv4' | 'ipv6'
  /** Addresses of no host that others reach. A list of each family: IPv4 is a part of `::/80`. */
  readonly unusable: BlockList
}

const families: Readonly<Record<DdnsType, Family>> = {
  // This network, loopback, link-local, and from 224.0.0.0 multicast, reserved and broadcast.
  A: familyOf(4, ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3']),
  // Unspecified, loopback and IPv4 inside of IPv6; link-local; multicast.
  AAAA: familyOf(6, ['::/80', 'fe80::/10', 'ff00::/8']),
}

/**
 * The one spelling of an address that a record may have. Private addresses are allowed: names of home networks and VPNs
 * have them, and an admin could write the same records by hand.
 * @returns undefined for an address that can't be, and for any other text
 */
export function usableAddress(type: DdnsType, text: string): string | undefined {
  const { version, family, unusable } = families[type]
  if (isIP(text) !== version || text.includes('%')) return undefined
  return unusable.check(text, family) ? undefined : normalizeData(type, text)
}

function familyOf(version: 4 | 6, ranges: readonly string[]): Family {
  const family = `ipv${version}` as const
  const unusable = new BlockList()
  for (const [network = '', bits] of ranges.map((range) => range.split('/'))) {
    unusable.addSubnet(network, Number(bits), family)
  }
  return { version, family, unusable }
}
