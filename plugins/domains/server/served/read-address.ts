import { DnsError, normalizeData } from '@host/dns'

/** An address in the form in which sockets have it: IPv6 in lower case and compressed. Undefined for other text. */
export function readAddress(text: string): string | undefined {
  try {
    return normalizeData(text.includes(':') ? 'AAAA' : 'A', text)
  } catch (error) {
    if (error instanceof DnsError) return undefined
    throw error
  }
}
