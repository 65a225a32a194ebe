/** Record sets as Route 53 has them. */
import { DnsError, normalizeData } from '@host/dns'
import type { DnsReadOnlySet, DnsRecordKey, DnsRecordSet, DnsZoneRecords, Wording } from '@host/plugin'
import { fromOctal, nameFrom, nameTo, toOctal } from './octal-escapes.ts'
import { recordKey } from '../record-sets.ts'
import { elementAt, textAt, type XmlElement } from './read-xml.ts'

/** A record set as it was read. */
export interface StoredSet extends DnsRecordKey {
  /** As Route 53 has it, for a deletion, which must be exact. */
  readonly ttl: number
  readonly values: readonly string[]
  /** Undefined for an alias, for one set of a routing policy, and for data in another form. */
  readonly set: DnsRecordSet | undefined
  /** What it holds, and why it can't be changed; for those without `set`. */
  readonly shown: ShownSet
}

interface ShownSet {
  readonly content: readonly string[]
  readonly reason: Wording
}

/** Types that are read and written. */
export const route53Types: readonly string[] = [
  'A',
  'AAAA',
  'CAA',
  'CNAME',
  'DS',
  'HTTPS',
  'MX',
  'NAPTR',
  'NS',
  'PTR',
  'SRV',
  'SSHFP',
  'SVCB',
  'TLSA',
  'TXT',
]

/** Elements of a set that isn't just records. */
const policies = ['AliasTarget', 'SetIdentifier', 'TrafficPolicyInstanceId'] as const

export function readStoredSet(element: XmlElement): StoredSet {
  const key = { name: nameFrom(textAt(element, 'Name') ?? ''), type: textAt(element, 'Type') ?? '' }
  const ttl = Number(textAt(element, 'TTL') ?? 0)
  const values = (elementAt(element, 'ResourceRecords')?.elements ?? []).map((each) => textAt(each, 'Value') ?? '')
  const isPlain = policies.every((name) => elementAt(element, name) === undefined) && route53Types.includes(key.type)
  const shown = {
    content: contentOf(element, values),
    reason: isPlain || !route53Types.includes(key.type) ? readOnlyTexts.form : readOnlyTexts.policy,
  }
  return { ...key, ttl, values, set: isPlain ? readSet(key, ttl, values) : undefined, shown }
}

/** The record sets of a zone. Those of one routing policy have one name and type, and are one read-only set. */
export function collectStored(stored: readonly StoredSet[]): DnsZoneRecords {
  const shown = new Map<string, DnsReadOnlySet>()
  for (const { name, type, set, shown: each } of stored) {
    if (set !== undefined || type === 'SOA') continue
    const content = [...(shown.get(recordKey({ name, type }))?.content ?? []), ...each.content]
    shown.set(recordKey({ name, type }), { name, type, content, reason: each.reason })
  }
  return { sets: stored.flatMap(({ set }) => set ?? []), readOnly: [...shown.values()] }
}

/** The alias or the values, each with the name of its set within the policy. */
function contentOf(element: XmlElement, values: readonly string[]): readonly string[] {
  const alias = textAt(element, 'AliasTarget', 'DNSName')
  const lines = alias === undefined ? values : [`alias of ${alias}`]
  const identifier = textAt(element, 'SetIdentifier')
  const known = lines.length > 0 ? lines : ['traffic policy']
  return identifier === undefined ? known : known.map((line) => `${identifier}: ${line}`)
}

/** Why record sets are read-only. */
export const readOnlyTexts = {
  policy: {
    en: 'Route 53 answers this name by an alias or a routing policy. Change it in the AWS console.',
    zh: 'Route 53 以别名或路由策略应答此名称，请在 AWS 控制台中更改。',
  },
  form: {
    en: "These records can't be changed here. Change them in the AWS console.",
    zh: '这些记录无法在此更改，请在 AWS 控制台中更改。',
  },
} as const

function readSet(key: DnsRecordKey, ttl: number, values: readonly string[]): DnsRecordSet | undefined {
  try {
    return { ...key, ttl, data: values.map((value) => normalizeData(key.type, fromOctal(value), '.')) }
  } catch (error) {
    if (error instanceof DnsError) return undefined
    throw error
  }
}

/** The body of a request that deletes and creates record sets at once. */
export function changeBatch(before: StoredSet | undefined, after: DnsRecordSet | null): string {
  const stored = after && { ...after, values: after.data.map(toOctal) }
  const changes = [before && changeOf('DELETE', before), stored && changeOf('CREATE', stored)]
  const request = elementOf('ChangeBatch', elementOf('Changes', changes.map((each) => each ?? '').join('')))
  const namespace = 'xmlns="https://route53.amazonaws.com/doc/2013-04-01/"'
  return `<?xml version="1.0" encoding="UTF-8"?><ChangeResourceRecordSetsRequest ${namespace}>${request}</ChangeResourceRecordSetsRequest>`
}

function changeOf(action: string, { name, type, ttl, values }: Omit<StoredSet, 'set' | 'shown'>): string {
  const records = values.map((value) => elementOf('ResourceRecord', elementOf('Value', escape(value))))
  const parts = [
    elementOf('Name', escape(nameTo(name))),
    elementOf('Type', type),
    elementOf('TTL', String(ttl)),
    elementOf('ResourceRecords', records.join('')),
  ]
  return elementOf('Change', elementOf('Action', action) + elementOf('ResourceRecordSet', parts.join('')))
}

function elementOf(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
