/**
 * The key under which an address is counted: itself for IPv4, and its /64 for IPv6, which is the usual assignment to
 * one line or one rented machine. Counted by single address, the holder of a /64 would have 2^64 limits.
 * @param address in the canonical form of trusted-proxies.ts
 */
export function addressKey(address: string): string {
  return address.includes(':') ? `${firstGroups(address)}::/64` : address
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
