import type { DnsRecordKey, DnsRecordSet, DnsZoneRecords } from '@host/plugin'

/** Types whose data is addresses, numbers and names, which compare without case. */
const caselessTypes = new Set(['A', 'AAAA', 'ALIAS', 'CNAME', 'DNAME', 'MX', 'NS', 'PTR', 'SRV'])

/** Whether two record sets are the same, whatever the order of their data. Null where there is none. */
export function isSameRecordSet(one: DnsRecordSet | null, other: DnsRecordSet | null): boolean {
  return one === null || other === null ? one === other : textOf(one) === textOf(other)
}

/** The same text for keys that are the same. */
export function recordKey({ name, type }: DnsRecordKey): string {
  return `${name} ${type}`
}

/** The same text for data that is the same. */
export function dataKey(type: string, data: string): string {
  return caselessTypes.has(type) ? data.toLowerCase() : data
}

/** The record sets of the keys; all without keys. */
export function onlyKeys(records: DnsZoneRecords, keys: readonly DnsRecordKey[] | undefined): DnsZoneRecords {
  if (keys === undefined) return records
  const wanted = new Set(keys.map(recordKey))
  const isWanted = (each: DnsRecordKey): boolean => wanted.has(recordKey(each))
  return { sets: records.sets.filter(isWanted), readOnly: records.readOnly.filter(isWanted) }
}

/** Several answers as one. */
export function joined(answers: readonly DnsZoneRecords[]): DnsZoneRecords {
  return { sets: answers.flatMap(({ sets }) => sets), readOnly: answers.flatMap(({ readOnly }) => readOnly) }
}

function textOf({ name, type, ttl, data, comment = '', isProxied = false }: DnsRecordSet): string {
  return JSON.stringify([name, type, ttl, data.map((each) => dataKey(type, each)).toSorted(), comment, isProxied])
}
