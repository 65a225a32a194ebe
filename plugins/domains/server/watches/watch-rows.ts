import type { DnsRecordSet } from '@host/plugin'
import { placeOf } from '../records/record-names.ts'
import { valueOf } from '../records/record-set.ts'

/** Columns of an answer. */
export const watchColumns = [
  'id',
  'name',
  'type',
  'data',
  'is_proxied',
  'is_chosen',
  'state',
  'since',
  'checked_at',
  'seen',
  'is_failing',
] as const

/** The row of a record set whose present values are expected from now on. @param at when it is checked first */
export function rowOfSet(zoneId: string, { name, type, ...set }: DnsRecordSet, at: string) {
  const { data, isProxied = false } = valueOf(set)
  return {
    zone_id: zoneId,
    name,
    type,
    place: placeOf({ name, type }),
    data: data.join('\n'),
    is_proxied: isProxied,
    next_check_at: at,
  }
}
