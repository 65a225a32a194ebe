import { parseAddress } from '../safehttp/address.ts'
import { OutboundPolicy } from '../safehttp/outbound-policy.ts'

const strict = new OutboundPolicy()

/**
 * The one spelling of a public IP address; IPv4 mapped into IPv6 is IPv4.
 * @returns undefined for an address that is private or reserved, and for a text that is not an address
 */
export function publicAddress(text: string): string | undefined {
  const address = parseAddress(text)
  return address === undefined || strict.admit(address.text, 443) === undefined ? undefined : address.text
}
