import { isIPv4, isIPv6 } from 'node:net'
import {
  Problem,
  type DnsCapabilities,
  type DnsReadOnlySet,
  type DnsRecordKey,
  type DnsRecordSet,
  type Wording,
} from '@host/plugin'
import { recordKey } from './same-record-set.ts'

/** A zone in memory, as other clients of its provider see it. */
export class MemoryDnsZone {
  readonly id: string
  readonly name: string
  readonly #sets = new Map<string, DnsRecordSet>()
  readonly #readOnly = new Map<string, DnsReadOnlySet>()

  constructor(name: string, records: readonly DnsRecordSet[]) {
    this.id = `zone-${name}`
    this.name = name
    for (const record of records) this.set(record)
  }

  get records(): readonly DnsRecordSet[] {
    return [...this.#sets.values()]
  }

  /** Record sets that the provider only shows. */
  get readOnly(): readonly DnsReadOnlySet[] {
    return [...this.#readOnly.values()]
  }

  get(key: DnsRecordKey): DnsRecordSet | null {
    return this.#sets.get(recordKey(key)) ?? null
  }

  /** Makes a record set one that the provider only shows. */
  setReadOnly(set: DnsReadOnlySet): void {
    this.delete(set)
    this.#readOnly.set(recordKey(set), set)
  }

  /** Sets a record set, without a check. */
  set(record: DnsRecordSet): void {
    this.#sets.set(recordKey(record), record)
  }

  delete(key: DnsRecordKey): void {
    this.#sets.delete(recordKey(key))
    this.#readOnly.delete(recordKey(key))
  }

  /** @throws Problem `invalid_input` for a record set that a provider with these capabilities doesn't take */
  require(record: DnsRecordSet, { types, ttl, hasComments, hasProxy, proxiedTtl }: DnsCapabilities): void {
    const { name, type, comment = '', isProxied = false } = record
    if (types !== '*' && !types.includes(type)) throw invalid(texts.type)
    if (name !== this.name && !name.endsWith(`.${this.name}`)) throw invalid(texts.outside)
    if (record.ttl < ttl.min || record.ttl > ttl.max) throw invalid(texts.ttl)
    if (isProxied && proxiedTtl !== undefined && record.ttl !== proxiedTtl) throw invalid(texts.ttl)
    if ((comment !== '' && !hasComments) || (isProxied && !hasProxy)) throw invalid(texts.feature)
    if (!record.data.every((text) => forms[type]?.(text) ?? true)) throw invalid(texts.data)
    const others = [...this.records, ...this.#readOnly.values()].filter(
      (each) => each.name === name && each.type !== type,
    )
    if (others.some((each) => type === 'CNAME' || each.type === 'CNAME')) throw invalid(texts.alias)
  }
}

/** Forms of data, for the types that tests most often get wrong. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  A: isIPv4,
  AAAA: isIPv6,
  TXT: (text) => /^"(?:[^"\\]|\\.)*"(?: "(?:[^"\\]|\\.)*")*$/.test(text),
}

function invalid(detail: Wording): Problem {
  return new Problem('invalid_input', { detail })
}

const texts = {
  type: { en: 'The provider does not store records of this type.', zh: '服务商不支持此类型的记录。' },
  outside: { en: 'The name is outside the zone.', zh: '该名称不在此区域内。' },
  ttl: { en: 'The TTL is outside the limits of the provider.', zh: 'TTL 超出服务商的范围。' },
  feature: { en: 'The provider has no comments, or no proxy.', zh: '服务商不支持备注或代理。' },
  data: { en: 'The data of a record is invalid.', zh: '记录数据无效。' },
  alias: { en: 'A CNAME record cannot have other records beside it.', zh: 'CNAME 记录不能与其他记录并存。' },
} as const
