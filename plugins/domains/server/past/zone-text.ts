import { DnsError, writeZoneFile } from '@host/dns'
import { Problem, type DnsReadOnlySet, type DnsRecordSet } from '@host/plugin'
import { aliasType } from '../records/alias-type.ts'
import { absoluteOf } from '../records/record-names.ts'

/** Lines for a zone file about the record sets that it leaves out, since the provider only shows them. */
export function leftOutText(sets: readonly DnsReadOnlySet[]): string {
  const lines = sets.map(
    ({ name, type, content }) => `; Left out, read-only: ${absoluteOf(name)} ${type} ${content.join(' | ')}`,
  )
  return lines.map((line) => `${commentText(line)}\n`).join('')
}

/** The zone file of record sets. @throws Problem `conflict` for a record that no zone file can have */
export function zoneText(zone: string, sets: readonly DnsRecordSet[]): string {
  try {
    const [aliases, others] = [true, false].map((isAlias) =>
      sets.filter(({ type }) => (type === aliasType) === isAlias),
    )
    return writeZoneFile(absoluteOf(zone), (others ?? []).flatMap(recordsOf)) + (aliases ?? []).map(aliasLine).join('')
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    throw new Problem('conflict', { detail: unwritable, cause: error })
  }
}

/** Zone files have no such type, so that it is a comment. */
function aliasLine({ name, type, ttl, data }: DnsRecordSet): string {
  return `; ${absoluteOf(name)} ${ttl} ${type} ${data.join(' ')}\n`
}

/** A comment as zone files have it: on one line. */
export function commentText(comment: string): string {
  return comment.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').trim()
}

/** The comment of a record set is that of its first record. */
function recordsOf({ name, type, ttl, data, comment = '' }: DnsRecordSet) {
  const shown = commentText(comment)
  return data.map((text, place) => ({
    name: absoluteOf(name),
    type,
    ttl,
    data: text,
    ...(place === 0 && shown !== '' && { comment: shown }),
  }))
}

const unwritable = {
  en: 'The zone has a record that a zone file cannot have.',
  zh: '此区域中有无法写入区域文件的记录。',
}
