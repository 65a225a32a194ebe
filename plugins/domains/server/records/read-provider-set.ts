import { normalizeName, normalizeType } from '@host/dns'
import type { DnsRecordSet } from '@host/plugin'
import { aliasType } from './alias-type.ts'
import { isBelow, longestName, recordName } from './record-names.ts'
import { normalRecord, setOf, valueOf } from './record-set.ts'

/** A record set of a provider in its normal form; undefined for one that is not managed here, such as the SOA record. */
export function readProviderSet(given: DnsRecordSet, zone: string): DnsRecordSet | undefined {
  const type = given.type === aliasType ? aliasType : normalTypeOf(given.type)
  const name = normalNameOf(given.name)
  if (type === undefined || type === 'SOA' || name === undefined) return undefined
  if (!isBelow(name, zone) || name.length > longestName) return undefined
  const data = given.data.map((text) => normalDataOf(type, text))
  const comment = given.comment?.toWellFormed()
  return setOf({ name, type }, valueOf({ ...given, data, ...(comment !== undefined && { comment }) }))
}

/** Undefined for a type that DNS doesn't have. */
export function normalTypeOf(type: string): string | undefined {
  try {
    return normalizeType(type)
  } catch {
    return undefined
  }
}

/** The name in the form of a record set; undefined for one that is invalid. */
export function normalNameOf(name: string): string | undefined {
  try {
    return recordName(normalizeName(name.endsWith('.') ? name : `${name}.`))
  } catch {
    return undefined
  }
}

/** Providers have records that no zone file could: they are shown as they are. */
function normalDataOf(type: string, text: string): string {
  try {
    return normalRecord(type, text)
  } catch {
    return text
      .replaceAll(/[\s\0]+/g, ' ')
      .trim()
      .toWellFormed()
  }
}
