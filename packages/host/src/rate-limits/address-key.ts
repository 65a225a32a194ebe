/**
 * Whom an address is counted as: itself for IPv4, and the /64 that it lies in for IPv6, which is what one line or one
 * rented machine is given. Counted by the single address, whoever owns a /64 would have 2^64 limits.
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
