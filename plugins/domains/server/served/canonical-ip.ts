import { isIPv6, SocketAddress } from 'node:net'

/** An address in the form in which sockets have it: IPv6 in lower case and compressed. Other text stays as it is. */
export function canonicalIp(address: string): string {
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
}
