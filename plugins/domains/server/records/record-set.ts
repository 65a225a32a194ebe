import { normalizeData, normalizeType } from '@host/dns'
import type { DnsRecordKey, DnsRecordSet } from '@host/plugin'
import { aliasType, dataTypeOf } from './alias-type.ts'
import { dataKey } from '../providers/record-sets.ts'

/** The value of a record set in a changeset: it has the members that say something. */
export interface RecordValue {
  readonly ttl: number
  readonly data: readonly string[]
  readonly comment?: string | undefined
  readonly isProxied?: boolean | undefined
}

/** The key of a record set in a changeset. */
export function keyText({ name, type }: DnsRecordKey): string {
  return `${name} ${type}`
}

/** The record set of a key: types have no space. */
export function keyOf(text: string): DnsRecordKey {
  const at = text.lastIndexOf(' ')
  return { name: text.slice(0, at), type: text.slice(at + 1) }
}

/** The value of a record set. Its records are sorted, since their order means nothing. */
export function valueOf({ ttl, data, comment, isProxied }: RecordValue): RecordValue {
  return {
    ttl,
    data: [...new Set(data)].toSorted(),
    ...(comment !== undefined && comment !== '' && { comment }),
    ...(isProxied === true && { isProxied: true }),
  }
}

/** The record set of a key with a value. */
export function setOf(key: DnsRecordKey, { ttl, data, comment, isProxied }: RecordValue): DnsRecordSet {
  return {
    ...key,
    ttl,
    data,
    ...(comment !== undefined && { comment }),
    ...(isProxied !== undefined && { isProxied }),
  }
}

/** Whether two values are the same; both as `valueOf` makes them. */
export function isSameValue(one: RecordValue, other: RecordValue): boolean {
  return (
    one.ttl === other.ttl &&
    one.comment === other.comment &&
    (one.isProxied ?? false) === (other.isProxied ?? false) &&
    one.data.length === other.data.length &&
    one.data.every((text, place) => text === other.data[place])
  )
}

/**
 * A record as a person wrote it, in its normal form. Text without quotes is one string, spaces included.
 * @throws {DnsError}
 */
export function readRecord(type: string, text: string): string {
  const isBareText = type === 'TXT' && !/^\s*(?:"|\\#)/.test(text)
  return normalRecord(type, isBareText ? quoted(text.trim()) : text)
}

/** A record in its normal form, its host names in lower case, since providers compare them without case. @throws {DnsError} */
export function normalRecord(type: string, text: string): string {
  return dataKey(type, normalizeData(dataTypeOf(type), text))
}

/** Text as one string of a zone file. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** @throws {DnsError} for an unknown type */
export function readType(text: string): string {
  const type = text.trim().toUpperCase()
  return type === aliasType ? type : normalizeType(type)
}
