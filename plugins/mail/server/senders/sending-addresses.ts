import { ipVersion, type Lookup } from '@host/email'

const mostAddresses = 10

/** The addresses of a host, IPv4 first. @throws Error where it could not be looked up */
export async function addressesOf(lookup: Lookup, host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (ipVersion(host) !== 0) return [host]
  const found = await Promise.all((['A', 'AAAA'] as const).map((type) => lookup(host, type, { signal })))
  return found.flatMap((answer) => (answer.kind === 'records' ? answer.records : [])).slice(0, mostAddresses)
}

/** The name that PTR records of an address have. */
export function reverseName(address: string): string {
  if (ipVersion(address) === 4) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`
  const [head = '', tail] = address.split('::')
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('')
  return `${[...digits].toReversed().join('.')}.ip6.arpa`
}
