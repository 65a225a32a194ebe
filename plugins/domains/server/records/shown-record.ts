import type { DnsRecordSet } from '@host/plugin'
import type { RecordSetOut } from '../../shared.ts'

/** A record set as it is answered. */
export function shownRecord({ name, type, ttl, data, comment, isProxied }: DnsRecordSet): RecordSetOut {
  return { name, type, ttl, data: [...data], comment: comment ?? null, isProxied: isProxied ?? false }
}
