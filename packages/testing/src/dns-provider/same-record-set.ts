import type { DnsRecordKey, DnsRecordSet } from '@host/plugin'

/** Whether two record sets are the same, whatever the order of their data. Null where there is none. */
export function isSameRecordSet(one: DnsRecordSet | null, other: DnsRecordSet | null): boolean {
  return one === null || other === null ? one === other : textOf(one) === textOf(other)
}

/** The same text for keys that are the same. */
export function recordKey({ name, type }: DnsRecordKey): string {
  return `${name} ${type}`
}

function textOf({ name, type, ttl, data, comment = '', isProxied = false }: DnsRecordSet): string {
  return JSON.stringify([name, type, ttl, data.toSorted(), comment, isProxied])
}
