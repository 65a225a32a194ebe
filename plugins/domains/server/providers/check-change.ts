import { DnsError, normalizeData, normalizeName } from '@host/dns'
import type { DnsCapabilities, DnsProviderZone, DnsRecordChange, DnsRecordSet, Wording } from '@host/plugin'
import { dataTypeOf } from '../records/alias-type.ts'
import { invalid } from './provider-problems.ts'

/** Types that no one writes: the server makes them, or they are only questions. A provider names those that it has. */
const foreignTypes = /^(?:ALIAS|SOA|RRSIG|NSEC|NSEC3|OPT|TSIG|TKEY|IXFR|AXFR|MAILA|MAILB|ANY)$/

/** A place where a change is checked. */
export interface ChangePlace {
  readonly zone: DnsProviderZone
  readonly capabilities: DnsCapabilities
}

/** The change with data in its normal form. @throws Problem `invalid_input` for records that the provider doesn't take */
export function checkChange(change: DnsRecordChange, place: ChangePlace): DnsRecordChange {
  const { name, type, before, after } = change
  requireType(type, place.capabilities)
  requireName(name, place.zone)
  if (after !== null) requireLimits(after, place.capabilities)
  return { name, type, before: normalized(before, change), after: normalized(after, change) }
}

/** Whether records of this type are read and written. */
export function isOwnType(type: string, { types }: Pick<DnsCapabilities, 'types'>): boolean {
  if (types !== '*' && types.includes(type)) return true
  return (types === '*' || types.includes('*')) && !foreignTypes.test(type)
}

function requireType(type: string, capabilities: DnsCapabilities): void {
  if (!isOwnType(type, capabilities)) throw invalid(texts.type)
}

function requireName(name: string, zone: DnsProviderZone): void {
  if (name !== zone.name && !name.endsWith(`.${zone.name}`)) throw invalid(texts.outside)
  try {
    normalizeName(`${name}.`)
  } catch (error) {
    throw asInvalid(error, texts.name)
  }
}

function requireLimits(
  { ttl, data, comment = '', isProxied = false }: DnsRecordSet,
  { ttl: bounds, hasComments, hasProxy }: DnsCapabilities,
): void {
  if (!Number.isInteger(ttl) || ttl < bounds.min || ttl > bounds.max) throw invalid(texts.ttl)
  if (data.length === 0) throw invalid(texts.count)
  if (comment !== '' && !hasComments) throw invalid(texts.noComments)
  if (isProxied && !hasProxy) throw invalid(texts.noProxy)
}

function normalized(set: DnsRecordSet | null, { name, type }: DnsRecordChange): DnsRecordSet | null {
  if (set === null) return null
  try {
    return { ...set, name, type, data: set.data.map((each) => normalizeData(dataTypeOf(type), each)) }
  } catch (error) {
    throw asInvalid(error, texts.data)
  }
}

function asInvalid(error: unknown, detail: Wording): unknown {
  return error instanceof DnsError ? invalid(detail) : error
}

const texts = {
  type: { en: "The provider doesn't store records of this type.", zh: '服务商不支持此类型的记录。' },
  outside: { en: 'The name is outside the zone.', zh: '该名称不在此区域内。' },
  name: { en: 'The name is invalid.', zh: '名称无效。' },
  ttl: { en: 'The TTL is outside the limits of the provider.', zh: 'TTL 超出服务商允许的范围。' },
  count: { en: 'A record set has at least one record.', zh: '每个记录集至少包含一条记录。' },
  noComments: { en: 'The provider has no comments.', zh: '服务商不支持备注。' },
  noProxy: { en: 'The provider has no proxy.', zh: '服务商不支持代理。' },
  data: { en: 'The data of a record is invalid.', zh: '记录数据无效。' },
} as const
