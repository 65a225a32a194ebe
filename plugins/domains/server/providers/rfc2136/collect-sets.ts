import { nameKey, type ResourceRecord } from '@host/dns'
import type { DnsCapabilities, DnsRecordSet } from '@host/plugin'
import { isOwnType } from '../check-change.ts'
import { recordKey } from '../record-sets.ts'

/** The record sets of records. A TTL that differs within a set counts as the lowest. */
export function collectSets(
  records: readonly ResourceRecord[],
  capabilities: DnsCapabilities,
): readonly DnsRecordSet[] {
  const sets = new Map<string, DnsRecordSet & { ttl: number; readonly data: string[] }>()
  for (const { name: absolute, type, ttl, data } of records) {
    if (!isOwnType(type, capabilities)) continue
    const name = nameKey(absolute).slice(0, -1)
    const set = sets.get(recordKey({ name, type }))
    if (set === undefined) {
      sets.set(recordKey({ name, type }), { name, type, ttl, data: [data] })
      continue
    }
    set.ttl = Math.min(set.ttl, ttl)
    set.data.push(data)
  }
  return [...sets.values()]
}
