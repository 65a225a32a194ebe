/**
 * The network of an address, which is all that is ever used of it: the first 24 bits of IPv4, the first 48 of IPv6.
 * Empty for any other text.
 */
export function shortAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`
  if (!address.includes(':')) return ''
  const [head = '', tail] = address.split('::', 2)
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${groups.slice(0, 3).join(':')}::`
}
