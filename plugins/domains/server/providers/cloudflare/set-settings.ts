/**
 * Comments, TTL and proxy belong to a record at Cloudflare: a set has the lowest TTL and the first comment, and is proxied
 * when all of its records are. A record that stays keeps its own, since another proxy would show the address of a server.
 */
import type { DnsRecordSet } from '@host/plugin'
import { invalid } from '../provider-problems.ts'
import type { CloudflareRecord } from './record-content.ts'

/** The TTL of records whose TTL is automatic, as Cloudflare documents it; proxied records have no other. */
export const automaticTtl = 300

/** The settings of a record, or of a set. */
export interface SetSettings {
  /** Seconds. */
  readonly ttl: number
  /** Empty for none. */
  readonly comment: string
  readonly isProxied: boolean
}

/** The names of settings that the records of a set get. */
export type SentSettings = ReadonlySet<keyof SetSettings>

/** The settings of a record. */
export function settingsOf({
  ttl,
  comment,
  proxied,
}: Pick<CloudflareRecord, 'ttl' | 'comment' | 'proxied'>): SetSettings {
  return { ttl: ttl === 1 ? automaticTtl : ttl, comment: comment ?? '', isProxied: proxied ?? false }
}

/** The settings of a set. */
export function settingsOfSet({ ttl, comment = '', isProxied = false }: DnsRecordSet): SetSettings {
  return { ttl, comment, isProxied }
}

/** The settings that records have together. */
export function commonSettings(all: readonly SetSettings[]): SetSettings {
  return {
    ttl: Math.min(...all.map(({ ttl }) => ttl)),
    comment: all.map(({ comment }) => comment).find((comment) => comment !== '') ?? '',
    isProxied: all.every(({ isProxied }) => isProxied),
  }
}

/** A set that changes. */
export interface ChangingSet {
  readonly before: SetSettings
  readonly after: SetSettings
  /** The settings of the records that stay. */
  readonly staying: readonly SetSettings[]
  readonly hasNew: boolean
}

/**
 * The settings that the records that stay get: those that change for the set, and those that only a record had that goes.
 * @throws Problem `invalid_input` where the set could have the wanted settings only with another proxy for some records
 */
export function sentSettings({ before, after, staying, hasNew }: ChangingSet): SentSettings {
  const changed = new Set(names.filter((name) => before[name] !== after[name]))
  const result = (sent: SentSettings): SetSettings =>
    commonSettings([...staying.map((own) => withSent(own, after, sent)), ...(hasNew ? [after] : [])])
  const first = result(changed)
  const sent = new Set([...changed, ...(['ttl', 'comment'] as const).filter((name) => first[name] !== after[name])])
  const last = result(sent)
  if (names.some((name) => last[name] !== after[name])) throw invalid(mixed)
  return sent
}

function withSent(own: SetSettings, after: SetSettings, sent: SentSettings): SetSettings {
  const isProxied = (sent.has('isProxied') ? after : own).isProxied
  const ttl = (sent.has('ttl') ? after : own).ttl
  return { ttl: isProxied ? automaticTtl : ttl, comment: (sent.has('comment') ? after : own).comment, isProxied }
}

const names = ['ttl', 'comment', 'isProxied'] as const

const mixed = {
  en: 'Some of these records are proxied and others are not. Change them at Cloudflare.',
  zh: '这些记录中部分启用了代理，部分未启用，请在 Cloudflare 中更改。',
}
