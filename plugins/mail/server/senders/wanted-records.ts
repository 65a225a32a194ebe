/** The record sets that make lines right. */
import { Problem } from '@host/plugin'
import type { FixableLine, ReadinessLine, SenderRecord } from '../../shared.ts'
import type { DomainDns } from './domain-dns.ts'
import { keyRecords } from './key-records.ts'
import type { MailServer } from './line-context.ts'
import type { KeysRow } from './sender-rows.ts'
import { extendSpf, includeOf, isSpf } from './spf-record.ts'
import type { SendingRoute } from './sending-route.ts'

/** A record set, made of the records that its name has. */
export interface WantedSet extends Pick<SenderRecord, 'line' | 'name' | 'type'> {
  /**
   * @param present texts of TXT records without quotes, or other records
   * @returns all records; none to delete the set
   */
  values(present: readonly string[]): readonly string[]
}

export interface WantedContext {
  readonly domain: string
  readonly keys: readonly KeysRow[]
  readonly route: SendingRoute
  readonly server: MailServer | undefined
  readonly lines: readonly ReadinessLine[]
  /** The address that reports are sent to. */
  readonly reportsTo: string | undefined
}

/** Reasons that a record of ours repairs; everything else needs a person. */
const fixedReasons: Readonly<Record<Exclude<FixableLine, 'dkim'>, ReadonlySet<string>>> = {
  spf: new Set(['spf_none', 'spf_excludes', 'spf_relay']),
  dmarc: new Set(['dmarc_none', 'dmarc_no_reports']),
  mx: new Set(['mx_none']),
  tls_rpt: new Set(['tls_rpt_none']),
}

/** All record sets for lines that are wrong. */
export function wantedSets(context: WantedContext): readonly WantedSet[] {
  const { lines } = context
  const reasonOf = (line: FixableLine): string => lines.find(({ id }) => id === line)?.reason ?? ''
  const others = (['spf', 'dmarc', 'mx', 'tls_rpt'] as const).flatMap((line) => {
    const set = fixedReasons[line].has(reasonOf(line)) ? makers[line](context, reasonOf(line)) : undefined
    return set === undefined ? [] : [set]
  })
  return [...keySets(context.keys), ...others]
}

/** New keys are published, removed ones taken away; other texts at their names stay. */
export function keySets(keys: readonly KeysRow[]): readonly WantedSet[] {
  return keys.flatMap((row) =>
    keyRecords(row).map(({ name, value, key }): WantedSet => {
      const others = (present: readonly string[]) => present.filter((text) => !text.includes(key))
      const values: WantedSet['values'] =
        row.stage === 'removing'
          ? others
          : (present) => [...present.filter((text) => !/^v=DKIM1/i.test(text) && !text.includes(key)), value]
      return { line: 'dkim', name, type: 'TXT', values }
    }),
  )
}

type Maker = (context: WantedContext, reason: string) => WantedSet | undefined

const makers: Readonly<Record<Exclude<FixableLine, 'dkim'>, Maker>> = {
  spf({ domain, route }) {
    const terms = spfTerms(route)
    if (terms.length === 0) return undefined
    const values: WantedSet['values'] = (present) => {
      const records = present.filter(isSpf)
      // Two records are an error that only a person can resolve.
      if (records.length > 1) return present
      const [record] = records
      const extended = terms.reduce<string | undefined>((text, term) => extendSpf(text, term), record)
      return [...present.filter((text) => !isSpf(text)), extended ?? '']
    }
    return { line: 'spf', name: domain, type: 'TXT', values }
  },
  dmarc({ domain, reportsTo }, reason) {
    const reports = reportsTo === undefined ? '' : `; rua=mailto:${reportsTo}`
    if (reason === 'dmarc_no_reports' && reports === '') return undefined
    const values: WantedSet['values'] = (present) => {
      const record = present.find((text) => /^v=DMARC1/i.test(text))
      if (record === undefined) return [...present, `v=DMARC1; p=none${reports}`]
      if (/;\s*rua\s*=\s*[^\s;]/i.test(record)) return present
      // bounded: records of one answer, and the end of the text anchors it.
      const extended = `${record.replace(/[;\s]{1,20}$/, '')}${reports}`
      return present.map((text) => (text === record ? extended : text))
    }
    return { line: 'dmarc', name: `_dmarc.${domain}`, type: 'TXT', values }
  },
  mx({ domain, server }) {
    if (server === undefined) return undefined
    const values: WantedSet['values'] = (present) => (present.length > 0 ? present : [`10 ${server.name}.`])
    return { line: 'mx', name: domain, type: 'MX', values }
  },
  tls_rpt({ domain, reportsTo }) {
    if (reportsTo === undefined) return undefined
    const value = `v=TLSRPTv1; rua=mailto:${reportsTo}`
    const values: WantedSet['values'] = (present) =>
      present.some((text) => /^v=TLSRPTv1/i.test(text)) ? present : [...present, value]
    return { line: 'tls_rpt', name: `_smtp._tls.${domain}`, type: 'TXT', values }
  },
}

function spfTerms(route: SendingRoute): readonly string[] {
  if (route.kind === 'none') return []
  if (route.kind === 'direct') return [`a:${route.name}`]
  return [...new Set(route.hosts.flatMap((host) => includeOf(host) ?? []))].map((name) => `include:${name}`)
}

/** The records to set by hand, made of those that the servers have; sets that are right are left out. */
export async function recordsToCopy(dns: DomainDns, sets: readonly WantedSet[]): Promise<readonly SenderRecord[]> {
  const records = await Promise.all(
    sets.map(async ({ line, name, type, values }): Promise<SenderRecord[]> => {
      const { answers, failed } = await dns(name, type)
      // Without every answer, records that are there might be lost.
      if (failed !== undefined && line !== 'dkim') return []
      const present = [...new Set(answers.flat())]
      const wanted = values(present)
      const isRight = answers.length > 0 && answers.every((texts) => isSame(texts, values(texts)))
      if (isRight) return []
      return wanted.length === 0
        ? [{ line, name, type, values: present, action: 'delete' }]
        : [{ line, name, type, values: [...wanted], action: 'set' }]
    }),
  )
  return records.flat()
}

export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join('\n') === other.toSorted().join('\n')
}

/** @throws Problem `invalid_input` */
export function requireReportsAddress(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[^\s@,;!?"\\%]+@[^\s@,;!?"\\%]+$/.test(text)) return text
  throw new Problem('invalid_input', {
    errors: [{ path: 'reportsTo', message: { en: 'Enter an email address.', zh: '请输入电子邮件地址。' } }],
  })
}
