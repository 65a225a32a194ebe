import { isIP } from 'node:net'
import { DnsError } from '../dns-error.ts'

/** The caller's rules for outbound connections; called for every address before a packet leaves. */
export type IsAllowedAddress = (address: string) => boolean | Promise<boolean>

/** A server by its address. */
export interface ServerAddress {
  /** An IPv4 or IPv6 address, never a name. */
  readonly address: string
  /** Default: 53. */
  readonly port?: number
  readonly isAllowedAddress: IsAllowedAddress
}

export const dnsPort = 53

/** Refuses names, scoped addresses, and addresses that the caller's policy denies. */
export async function checkAddress({ address, port = dnsPort, isAllowedAddress }: ServerAddress): Promise<void> {
  if (isIP(address) === 0 || address.includes('%')) {
    throw new DnsError('bad_address', `"${address}" isn't an IP address.`, 'address')
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new DnsError('bad_port', 'A port is a whole number between 1 and 65,535.', 'port')
  }
  if (await isAllowedAddress(address)) return
  throw new DnsError('address_denied', `The outbound rules deny connections to ${address}.`, 'address')
}
