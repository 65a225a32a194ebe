import type { DnsRecordKey, DnsRecordSet } from '@host/plugin'

/** Types whose data is addresses, numbers and names, which compare without case. */
const caselessTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'DNAME', 'MX', 'NS', 'PTR', 'SRV'])

/** Whether two record sets are the same, whatever the order of their data. Null where there is none. */
export function isSameRecordSet(one: DnsRecordSet | null, other: DnsRecordSet | null): boolean {
  return one === null || other === null ? one === other : textOf(one) === textOf(other)
}

/** The same text for keys that are the same. */
export function recordKey({ name, type }: DnsRecordKey): string {
  return `${name} ${type}`
}

function textOf({ name, type, ttl, data, comment = '', isProxied = false }: DnsRecordSet): string {
  const texts = caselessTypes.has(type) ? data.map((each) => each.toLowerCase()) : data
  return JSON.stringify([name, type, ttl, texts.toSorted(), comment, isProxied])
}
