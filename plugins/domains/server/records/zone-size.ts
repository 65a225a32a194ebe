/** How large a zone may be: beyond these limits it is not read, so no plan of ours may lead there. */
import type { DnsRecordSet } from '@host/plugin'
import { domainLimits } from '../../shared.ts'

/** The size of a zone. Bytes are those of names and data. */
export interface ZoneSize {
  sets: number
  records: number
  bytes: number
}

export function emptySize(): ZoneSize {
  return { sets: 0, records: 0, bytes: 0 }
}

export function addTo(size: ZoneSize, { name, data }: Pick<DnsRecordSet, 'name' | 'data'>): void {
  size.sets += 1
  size.records += data.length
  size.bytes += Buffer.byteLength(name)
  for (const text of data) size.bytes += Buffer.byteLength(text)
}

/** Which limit a size exceeds, as a problem says it; undefined for none. */
export function excessOf({ sets, records, bytes }: ZoneSize): typeof tooLarge | undefined {
  if (sets > domainLimits.recordSets) return tooMany
  return records > domainLimits.zoneRecords || bytes > domainLimits.zoneBytes ? tooLarge : undefined
}

const nextStep = { en: 'Manage it at its provider.', zh: '请在服务商处管理。' }

const tooLarge = {
  detail: {
    en: `A zone can have at most ${domainLimits.zoneRecords} records and ${domainLimits.zoneBytes / 1_048_576} MiB here.`,
    zh: `此处的区域最多 ${domainLimits.zoneRecords} 条记录、${domainLimits.zoneBytes / 1_048_576} MiB。`,
  },
  nextStep,
}

const tooMany = {
  detail: {
    en: `A zone can have at most ${domainLimits.recordSets} record sets here.`,
    zh: `此处的区域最多 ${domainLimits.recordSets} 个记录集。`,
  },
  nextStep,
}
