import type { DnsRecordSet } from '@host/plugin'

/** Types whose last word is the name of a host, which can't be an alias (RFC 2181, RFC 2782). */
const targetTypes: ReadonlySet<string> = new Set(['MX', 'NS', 'SRV'])

/** The host names of a record set, in the form of record sets; none for other types. */
export function targetsOf({ type, data }: Pick<DnsRecordSet, 'type' | 'data'>): readonly string[] {
  if (!targetTypes.has(type)) return []
  return data.map((text) => text.slice(text.lastIndexOf(' ') + 1, -1)).filter((name) => name !== '')
}
