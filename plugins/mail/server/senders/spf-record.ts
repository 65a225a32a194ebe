/** Reading and extending an SPF record (RFC 7208) without changing the terms that it has. */
import type { Lookup } from '@host/email'

const mostLookups = 10
const longestRecord = 2_000
const term = /^[+?~-]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^/]+))?(?:\/.*)?$/i

export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}

/** Names that a record includes, and how many look-ups receivers need. */
export interface SpfWalk {
  readonly includes: ReadonlySet<string>
  readonly lookups: number
}

/**
 * Counts the look-ups of a record with all records that it includes, and stops once there are too many.
 * @throws Error where a name could not be looked up
 */
export async function walkSpf(record: string, lookup: Lookup, signal: AbortSignal): Promise<SpfWalk> {
  const includes = new Set<string>()
  let lookups = 0
  const waiting = [record]
  while (waiting.length > 0 && lookups <= mostLookups) {
    for (const word of wordsOf(waiting.shift() ?? '')) {
      const [matched, kind = '', name = ''] = term.exec(word) ?? []
      if (matched === undefined) continue
      lookups += 1
      if (kind.toLowerCase() !== 'include' && kind.toLowerCase() !== 'redirect') continue
      const host = name.toLowerCase().replace(/\.$/, '')
      if (includes.has(host) || lookups > mostLookups || host.includes('%')) continue
      includes.add(host)
      const found = await lookup(host, 'TXT', { signal })
      if (found.kind === 'records') waiting.push(...found.records.filter(isSpf).slice(0, 1))
    }
  }
  return { includes, lookups }
}

export const isOverLookups = (lookups: number): boolean => lookups > mostLookups

/** The record with a further term, before the one that ends it; a new record without one. */
export function extendSpf(record: string | undefined, added: string): string {
  if (record === undefined) return `v=spf1 ${added} ~all`
  const words = wordsOf(record)
  if (words.some((word) => word.toLowerCase() === added.toLowerCase())) return record
  const end = words.findIndex((word) => /^[+?~-]?all$/i.test(word))
  const redirect = words.findIndex((word) => /^redirect=/i.test(word))
  const at = end === -1 ? (redirect === -1 ? words.length : redirect) : end
  return ['v=spf1', ...words.slice(0, at), added, ...words.slice(at)].join(' ')
}

function wordsOf(record: string): readonly string[] {
  return record
    .slice(0, longestRecord)
    .split(' ')
    .slice(1)
    .filter((word) => word !== '')
}

const relays: readonly (readonly [host: string, include: string])[] = [
  ['amazonaws.com', 'amazonses.com'],
  ['gmail.com', '_spf.google.com'],
  ['google.com', '_spf.google.com'],
  ['mailgun.org', 'mailgun.org'],
  ['mtasv.net', 'spf.mtasv.net'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['sendgrid.net', 'sendgrid.net'],
]

/** The name that a well-known relay asks its customers to include. */
export function includeOf(host: string): string | undefined {
  return relays.find(([domain]) => host === domain || host.endsWith(`.${domain}`))?.[1]
}
