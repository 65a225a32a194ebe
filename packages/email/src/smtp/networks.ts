import { isIPv6 } from 'node:net'

/** IPv4 addresses inside IPv6 ones are plain IPv4: `::ffff:192.0.2.1` is `192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?<first>\d+\.)/i, '$<first>')
}

/** The network whose connections are counted together: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain.slice(0, plain.lastIndexOf('.'))
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 3).join(':')
}

function groupsOf(text: string): string[] {
  const groups = text === '' ? [] : text.split(':')
  return groups.flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [Number.parseInt(group, 16).toString(16)]))
}
