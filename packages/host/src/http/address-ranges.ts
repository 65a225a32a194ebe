/**
 * Listed addresses and CIDR ranges. Each family has a list of its own: one list for both takes `::/0` or a mapped range
 * for every IPv4 address there is.
 */
import { BlockList, isIPv4 } from 'node:net'
import { canonicalAddress } from './canonical-address.ts'

/** A range of addresses; a single address is one of full length. */
export interface AddressRange {
  /** In its canonical form. */
  readonly address: string
  /** Bits of the prefix. */
  readonly length: number
  /** The one spelling of the range: an address, or an address with its length. */
  readonly text: string
}

/** Reads an address or a CIDR range; undefined for any other text. */
export function parseRange(text: string): AddressRange | undefined {
  const [given = '', length, ...others] = text.split('/')
  const address = canonicalAddress(given)
  if (address === undefined || others.length > 0) return undefined
  const bits = isIPv4(address) ? 32 : 128
  if (length === undefined) return { address, length: bits, text: address }
  // The length of a mapped IPv4 range counts bits that the address no longer has.
  const isShortened = isIPv4(address) && !isIPv4(given)
  if (isShortened || !/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return undefined
  return { address, length: Number(length), text: Number(length) === bits ? address : `${address}/${length}` }
}

/** Several ranges, and whether an address lies in one of them. */
export class AddressRanges {
  readonly isEmpty: boolean
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() }

  constructor(ranges: readonly AddressRange[]) {
    this.isEmpty = ranges.length === 0
    for (const { address, length } of ranges) {
      const family = familyOf(address)
      this.#lists[family].addSubnet(address, length, family)
    }
  }

  /** @param address in its canonical form */
  has(address: string): boolean {
    if (this.isEmpty) return false
    const family = familyOf(address)
    return this.#lists[family].check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
