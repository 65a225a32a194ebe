import { DnsError } from '@host/dns'
import type { DnsReadOnlySet, DnsRecordSet, DnsZoneRecords } from '@host/plugin'
import { recordKey } from '../record-sets.ts'
import { cloudflareTypes, dataOf, type CloudflareRecord } from './record-content.ts'
import { commonSettings, settingsOf } from './set-settings.ts'

/** The record sets of records. A set with a record that can't be read is read-only as a whole. */
export function collectRecords(records: readonly CloudflareRecord[]): DnsZoneRecords {
  const groups = Map.groupBy(records, ({ name, type }) => recordKey({ name: name.toLowerCase(), type }))
  const [sets, readOnly]: [DnsRecordSet[], DnsReadOnlySet[]] = [[], []]
  for (const group of groups.values()) {
    const [first] = group
    // The provider makes the SOA record.
    if (first === undefined || first.type === 'SOA') continue
    if (group.every(isReadable)) sets.push(setOf(first, group))
    else readOnly.push(shownOf(first, group))
  }
  return { sets, readOnly }
}

function setOf({ name, type }: CloudflareRecord, records: readonly CloudflareRecord[]): DnsRecordSet {
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

function shownOf({ name, type }: CloudflareRecord, records: readonly CloudflareRecord[]): DnsReadOnlySet {
  const reason = cloudflareTypes.includes(type) ? readOnlyTexts.form : readOnlyTexts.type
  return { name: name.toLowerCase(), type, content: records.map(contentText), reason }
}

/** The documentation gives each type a `content`, which has its data as text. */
function contentText({ content = '', data }: CloudflareRecord): string {
  return content === '' ? JSON.stringify(data ?? {}) : content
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

/** Why record sets are read-only. */
export const readOnlyTexts = {
  type: {
    en: "Records of this type can't be changed here. Change them at Cloudflare.",
    zh: '此类型的记录无法在此更改，请在 Cloudflare 中更改。',
  },
  form: {
    en: 'Change these records at Cloudflare: their data has another form.',
    zh: '这些记录的数据格式特殊，请在 Cloudflare 中更改。',
  },
} as const
