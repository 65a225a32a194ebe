/** Rules of single record sets in their zone. Each gives the field that is wrong and why, or undefined. */
import type { DnsCapabilities, DnsRecordSet, Wording } from '@host/plugin'
import { isOwnType } from '../providers/check-change.ts'
import { DnsError, isMetaType, mostSetBytes, setBytes } from '@host/dns'
import { aliasType, dataTypeOf } from './alias-type.ts'
import { besideReadOnly, readOnlyMessage } from './read-only-set.ts'
import type { RecordValue } from './record-set.ts'
import { targetsOf } from './record-targets.ts'
import type { ZoneFuture } from './zone-future.ts'

/** A wrong field of a record set. */
export interface RecordComplaint {
  readonly field: 'name' | 'type' | 'ttl' | 'data' | 'comment' | 'isProxied'
  readonly message: Wording
}

/** A record set that a plan sets, with the one that it replaces. */
export interface JudgedSet extends DnsRecordSet {
  readonly before: RecordValue | null
}

type Rule = (set: JudgedSet, future: ZoneFuture, capabilities: DnsCapabilities) => RecordComplaint | undefined

/** The first complaint about a record set. */
export function complaintAbout(
  set: JudgedSet,
  future: ZoneFuture,
  capabilities: DnsCapabilities,
): RecordComplaint | undefined {
  for (const rule of rules) {
    const complaint = rule(set, future, capabilities)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

const signatures: ReadonlySet<string> = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM'])
const proxied: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME'])

const type: Rule = ({ type: name }, _future, { types }) => {
  if (name === 'SOA') return { field: 'type', message: texts.soa }
  if (name === 'DNAME') return { field: 'type', message: texts.dname }
  if (signatures.has(name)) return { field: 'type', message: texts.signature }
  if (isMetaType(dataTypeOf(name))) return { field: 'type', message: texts.metaType }
  if (isOwnType(name, { types })) return undefined
  return { field: 'type', message: unsupported(name) }
}

const ttl: Rule = (set, _future, { ttl: { min, max }, proxiedTtl = set.ttl }) => {
  if (set.isProxied === true && set.ttl !== proxiedTtl) return { field: 'ttl', message: ofProxied(proxiedTtl) }
  return set.ttl >= min && set.ttl <= max ? undefined : { field: 'ttl', message: between(min, max) }
}

const extras: Rule = ({ type: name, comment, isProxied }, _future, { hasComments, hasProxy }) => {
  if (comment !== undefined && !hasComments) return { field: 'comment', message: texts.comment }
  if (isProxied !== true) return undefined
  return hasProxy && proxied.has(name) ? undefined : { field: 'isProxied', message: texts.proxy }
}

/** Only a new record set adds a clash. Some providers have an alias at the zone itself, beside other records. */
const alias: Rule = ({ name, type: own, data, before }, { zone, typesAt }, { types: stored }) => {
  if (own === 'CNAME' && data.length > 1) return { field: 'data', message: texts.oneAlias }
  if (own === 'CNAME' && data[0] === `${name}.`) return { field: 'data', message: texts.aliasOfItself }
  if (before !== null) return undefined
  if (name === zone) {
    const message = stored.includes(aliasType) ? texts.useApexAlias : texts.aliasAtApex
    return own === 'CNAME' ? { field: 'type', message } : undefined
  }
  const types = typesAt(name)
  return types.size > 1 && types.has('CNAME') ? { field: 'type', message: texts.aliasWithOthers } : undefined
}

/** Only the zone itself needs it: other names have CNAME records. */
const apexAlias: Rule = ({ name, type: own, data, before }, { zone, typesAt }) => {
  const types = typesAt(name)
  if (own !== aliasType) {
    const clashes = before === null && (own === 'A' || own === 'AAAA') && types.has(aliasType)
    return clashes ? { field: 'type', message: texts.besideAlias } : undefined
  }
  if (name !== zone) return { field: 'name', message: texts.aliasBelowApex }
  if (data.length > 1) return { field: 'data', message: texts.oneApexAlias }
  if (data[0] === `${name}.`) return { field: 'data', message: texts.apexAliasOfItself }
  return types.has('A') || types.has('AAAA') ? { field: 'type', message: texts.besideAddresses } : undefined
}

/** Record sets that the provider only shows are in the way of others. An apex may have both, see above. */
const readOnly: Rule = ({ name, type: own, before }, { zone, readOnlyAt }) => {
  const shown = readOnlyAt(name)
  const same = shown.find((set) => set.type === own)
  if (same !== undefined) return { field: 'name', message: readOnlyMessage(same) }
  if (before !== null || name === zone) return undefined
  const other = own === 'CNAME' ? shown[0] : shown.find((set) => set.type === 'CNAME')
  return other === undefined ? undefined : { field: 'name', message: besideReadOnly(other) }
}

const delegation: Rule = ({ name, type: own }, { zone, has }) => {
  if (own === 'NS' && name.startsWith('*.')) return { field: 'name', message: texts.wildcardNs }
  if (own !== 'DS') return undefined
  if (name === zone) return { field: 'name', message: texts.dsAtApex }
  return has({ name, type: 'NS' }) ? undefined : { field: 'type', message: texts.dsWithoutNs }
}

const mail: Rule = ({ type: own, data }) =>
  own === 'MX' && data.length > 1 && data.some((text) => /^\d+ \.$/.test(text))
    ? { field: 'data', message: texts.nullMx }
    : undefined

const targets: Rule = (set, { has }) => {
  const former = new Set(set.before === null ? [] : targetsOf({ type: set.type, data: set.before.data }))
  for (const target of targetsOf(set)) {
    if (former.has(target)) continue
    if (/^[\d.]+$/.test(target)) return { field: 'data', message: texts.addressAsTarget }
    if (has({ name: target, type: 'CNAME' })) return { field: 'data', message: aliasAsTarget(target) }
  }
  return undefined
}

/** The records of a set are answered together. */
const size: Rule = ({ type: own, data }) =>
  bytesOf(own, data) > mostSetBytes ? { field: 'data', message: texts.tooLarge } : undefined

/** A revert may bring records back that only their provider reads. */
function bytesOf(own: string, data: readonly string[]): number {
  try {
    return setBytes(dataTypeOf(own), data)
  } catch (error) {
    if (error instanceof DnsError) return 0
    throw error
  }
}

const rules: readonly Rule[] = [readOnly, type, size, ttl, extras, alias, apexAlias, delegation, mail, targets]

function unsupported(name: string): Wording {
  return { en: `The provider can't store ${name} records.`, zh: `服务商不支持 ${name} 记录。` }
}

function between(min: number, max: number): Wording {
  return { en: `Enter ${min} to ${max} seconds.`, zh: `请输入 ${min} 至 ${max} 秒。` }
}

function ofProxied(seconds: number): Wording {
  return { en: `Proxied records have a TTL of ${seconds} seconds.`, zh: `启用代理的记录的 TTL 为 ${seconds} 秒。` }
}

function aliasAsTarget(target: string): Wording {
  return {
    en: `${target} is an alias (CNAME). Enter the name that it points to.`,
    zh: `${target} 是别名（CNAME）。请填写其指向的名称。`,
  }
}

const texts = {
  soa: { en: 'The provider manages the SOA record.', zh: 'SOA 记录由服务商管理。' },
  dname: {
    en: "DNAME records aren't supported. Add a CNAME record for each name.",
    zh: '不支持 DNAME 记录。请为每个名称添加 CNAME 记录。',
  },
  metaType: { en: 'Types of messages are not types of records.', zh: '此类型仅用于消息，不是记录类型。' },
  tooLarge: {
    en: 'The records of this name and type are too large for one DNS answer.',
    zh: '此名称与类型的记录过大，无法放入一个 DNS 应答。',
  },
  signature: { en: 'The provider makes the signatures of a zone.', zh: '区域的签名由服务商生成。' },
  comment: { en: "The provider can't store comments.", zh: '服务商不支持备注。' },
  proxy: { en: "The provider can't answer these records itself.", zh: '服务商无法代理此类记录。' },
  aliasAtApex: {
    en: "A CNAME record can't be at the zone itself. Use A and AAAA records.",
    zh: 'CNAME 记录不能位于区域顶点。请使用 A 与 AAAA 记录。',
  },
  useApexAlias: {
    en: "A CNAME record can't be at the zone itself. Use an ALIAS record.",
    zh: 'CNAME 记录不能位于区域顶点。请使用 ALIAS 记录。',
  },
  aliasBelowApex: {
    en: 'An ALIAS record is for the zone itself. Use a CNAME record for this name.',
    zh: 'ALIAS 记录仅用于区域顶点。此名称请使用 CNAME 记录。',
  },
  oneApexAlias: { en: 'A zone has one ALIAS record.', zh: '一个区域只能有一条 ALIAS 记录。' },
  apexAliasOfItself: { en: "An ALIAS record can't point to itself.", zh: 'ALIAS 记录不能指向自身。' },
  besideAddresses: {
    en: "An ALIAS record can't be beside A or AAAA records. Delete them in the same change.",
    zh: 'ALIAS 记录不能与 A 或 AAAA 记录并存。请在同一变更中删除它们。',
  },
  besideAlias: {
    en: "A and AAAA records can't be beside an ALIAS record. Delete it in the same change.",
    zh: 'A 与 AAAA 记录不能与 ALIAS 记录并存。请在同一变更中删除它。',
  },
  aliasWithOthers: {
    en: "A CNAME record can't share its name with other records.",
    zh: 'CNAME 记录不能与同名的其他记录并存。',
  },
  aliasOfItself: { en: "A CNAME record can't point to itself.", zh: 'CNAME 记录不能指向自身。' },
  oneAlias: { en: 'A name has one CNAME record.', zh: '一个名称只能有一条 CNAME 记录。' },
  wildcardNs: { en: "A wildcard can't be delegated.", zh: '通配符名称不能委派。' },
  dsAtApex: { en: 'DS records belong in the parent zone.', zh: 'DS 记录应位于上级区域。' },
  dsWithoutNs: { en: 'DS records need NS records at the same name.', zh: 'DS 记录需要同名的 NS 记录。' },
  nullMx: { en: 'An MX record for "." is the only one.', zh: '目标为“.”的 MX 记录只能单独存在。' },
  addressAsTarget: { en: 'Enter a host name, not an address.', zh: '请填写主机名，而非地址。' },
}
