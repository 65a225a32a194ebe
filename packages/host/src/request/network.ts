import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address: the /24 of IPv4, the /48 of IPv6. One party usually holds such a network, so counting by
 * it is not evaded with the next address, and it may be shown or stored without naming a person's own address.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return ofIPv4(address)
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return 'unknown'
  const mapped = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.groups?.['ipv4']
  return mapped === undefined ? ofIPv6(bare) : ofIPv4(mapped)
}

function ofIPv4(address: string): string {
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}

function ofIPv6(address: string): string {
  const [head = ''] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const [first, second, third] = [...groups, '0', '0', '0'].map((group) => Number.parseInt(group, 16).toString(16))
  return `${first}:${second}:${third}::/48`
}
