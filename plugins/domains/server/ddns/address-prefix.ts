/** IPv6 prefixes: the part of an address that a provider of internet access changes. */
import { decodeData, encodeData } from '@host/dns'
import { readAddress } from '../records/read-address.ts'
import { usableAddress } from './usable-address.ts'

/** A prefix that takes the place of the first bits of addresses. */
export interface AddressPrefix {
  readonly bytes: Uint8Array
  /** Bits. */
  readonly length: number
}

/** Shorter ones belong to providers; a longer one is an address. */
const [shortest, longest] = [16, 127]

/**
 * Reads `2001:db8:1:2::/64`. Bits after the prefix mean nothing.
 * @returns undefined for a prefix that no usable address has, and for any other text
 */
export function readPrefix(text: string): AddressPrefix | undefined {
  const [, address = '', digits = ''] = /^([\da-f:.]+)\/(\d{1,3})$/i.exec(text) ?? []
  const length = Number(digits)
  if (readAddress(address, 'AAAA') === undefined || length < shortest || length > longest) return undefined
  const prefix = { bytes: encodeData('AAAA', address), length }
  return usableAddress('AAAA', withPrefix(prefix, '::1')) === undefined ? undefined : prefix
}

/** The address with the bits of the prefix, and with its own after them. @param address as a record has it */
export function withPrefix({ bytes, length }: AddressPrefix, address: string): string {
  const own = encodeData('AAAA', address)
  const merged = own.map((byte, place) => {
    const bits = Math.min(Math.max(length - 8 * place, 0), 8)
    const mask = 0xff & (0xff << (8 - bits))
    return ((bytes[place] ?? 0) & mask) | (byte & ~mask)
  })
  return decodeData('AAAA', merged)
}
