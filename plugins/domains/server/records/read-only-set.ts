/** Record sets that the provider only shows. They count in the zone, and no plan changes them. */
import type { DnsReadOnlySet, DnsRecordKey, DnsRecordSet, Wording } from '@host/plugin'
import { isBelow, longestName } from './record-names.ts'
import { normalNameOf } from './read-provider-set.ts'

const longestType = 20
const mostLines = 100
const longestLine = 1_000

/** A read-only record set of a provider in the form that is stored; undefined for one outside the zone. */
export function readReadOnlySet(given: DnsReadOnlySet, zone: string): DnsReadOnlySet | undefined {
  const name = normalNameOf(given.name)
  if (name === undefined || !isBelow(name, zone) || name.length > longestName) return undefined
  const type = oneLine(given.type).replaceAll(' ', '_').toUpperCase().slice(0, longestType)
  const lines = given.content.slice(0, mostLines).map((line) => oneLine(line).slice(0, longestLine).toWellFormed())
  return { name, type, content: lines.filter((line) => line !== ''), reason: given.reason }
}

/** A record set of a type that is not one of DNS, such as `ALIAS`, as one that is read-only. */
export function asReadOnly({ name, type, data }: DnsRecordSet): DnsReadOnlySet {
  return { name, type, content: data, reason: otherType }
}

/** Control characters would end a line of a zone file. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
}

/** Refusal of a change of a read-only record set. */
export function readOnlyMessage({
  type,
  reason,
}: Pick<DnsReadOnlySet, 'reason'> & Pick<DnsRecordKey, 'type'>): Wording {
  const { en, zh } = typeof reason === 'string' ? { en: reason, zh: reason } : reason
  return {
    en: `The ${type} records of this name are read-only here. ${en}`,
    zh: `此名称的 ${type} 记录在此只读。${zh}`,
  }
}

/** Refusal of an alias beside a read-only record set, and of records beside a read-only alias. */
export function besideReadOnly({ type }: DnsRecordKey): Wording {
  return {
    en: `This name has read-only ${type} records. A CNAME record can't share its name with other records.`,
    zh: `此名称有只读的 ${type} 记录。CNAME 记录不能与同名的其他记录并存。`,
  }
}

const otherType = {
  en: "Records of this type can't be changed here. Change them at the provider.",
  zh: '此类型的记录无法在此更改，请在服务商处更改。',
}
