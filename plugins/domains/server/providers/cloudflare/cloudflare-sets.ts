import { DnsError } from '@host/dns'
import type { DnsRecordSet } from '@host/plugin'
import { recordKey } from '../record-sets.ts'
import { cloudflareTypes, dataOf, type CloudflareRecord } from './record-content.ts'

/** The TTL of records whose TTL is automatic, as Cloudflare documents it; proxied records have no other. */
export const automaticTtl = 300

/**
 * The record sets of records. Comments, TTL and proxy belong to a record at Cloudflare: a set has the lowest TTL and the
 * first comment, and is proxied when all of its records are. Records that can't be read are left out.
 */
export function collectRecords(records: readonly CloudflareRecord[]): readonly DnsRecordSet[] {
  const groups = Map.groupBy(records.filter(isReadable), ({ name, type }) =>
    recordKey({ name: name.toLowerCase(), type }),
  )
  return [...groups.values()].map(setOf)
}

/** The TTL in seconds. */
export function ttlOf({ ttl }: CloudflareRecord): number {
  return ttl === 1 ? automaticTtl : ttl
}

function setOf(records: readonly CloudflareRecord[]): DnsRecordSet {
  const [{ name, type } = { name: '', type: '' }] = records
  const comment = records.map((each) => each.comment ?? '').find((each) => each !== '')
  return {
    name: name.toLowerCase(),
    type,
    ttl: Math.min(...records.map(ttlOf)),
    data: records.map(dataOf),
    ...(comment !== undefined && { comment }),
    ...(records.every(({ proxied }) => proxied === true) && { isProxied: true }),
  }
}

function isReadable(record: CloudflareRecord): boolean {
  if (!cloudflareTypes.includes(record.type)) return false
  try {
    dataOf(record)
    return true
  } catch (error) {
    if (error instanceof DnsError) return false
    throw error
  }
}
