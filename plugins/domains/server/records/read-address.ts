import { DnsError, normalizeData } from '@host/dns'

/** The record type of an address. */
export type AddressType = 'A' | 'AAAA'

/** An address in the form in which records and sockets have it: IPv6 in lower case and compressed. Undefined for other text. */
export function readAddress(text: string, type: AddressType = text.includes(':') ? 'AAAA' : 'A'): string | undefined {
  try {
    return normalizeData(type, text)
  } catch (error) {
    if (error instanceof DnsError) return undefined
    throw error
  }
}
