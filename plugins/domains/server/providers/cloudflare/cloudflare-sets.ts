import { DnsError } from '@host/dns'
import type { DnsRecordSet } from '@host/plugin'
import { recordKey } from '../record-sets.ts'
import { cloudflareTypes, dataOf, type CloudflareRecord } from './record-content.ts'
import { commonSettings, settingsOf } from './set-settings.ts'

/** The record sets of records. Records that can't be read are left out. */
export function collectRecords(records: readonly CloudflareRecord[]): readonly DnsRecordSet[] {
  const groups = Map.groupBy(records.filter(isReadable), ({ name, type }) =>
    recordKey({ name: name.toLowerCase(), type }),
  )
  return [...groups.values()].map(setOf)
}

function setOf(records: readonly CloudflareRecord[]): DnsRecordSet {
  const [{ name, type } = { name: '', type: '' }] = records
  const { ttl, comment, isProxied } = commonSettings(records.map(settingsOf))
  return {
    name: name.toLowerCase(),
    type,
    ttl,
    data: records.map(dataOf),
    ...(comment !== '' && { comment }),
    ...(isProxied && { isProxied }),
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
