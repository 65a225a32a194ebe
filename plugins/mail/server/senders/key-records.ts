import type { DomainAnswer, DomainDns } from './domain-dns.ts'
import { selectorsOf } from './signing-keys.ts'

/** The columns that records are made of. */
export interface PublicKeys {
  readonly domain: string
  readonly selector: string
  readonly ed25519_public: string
  readonly rsa_public: string
}

/** A TXT record of a key. */
export interface KeyRecord {
  readonly name: string
  readonly value: string
  /** The `p` tag. */
  readonly key: string
}

/** The records of both keys. */
export function keyRecords({ domain, selector, ...keys }: PublicKeys): readonly [KeyRecord, KeyRecord] {
  const names = selectorsOf(selector)
  const record = (name: string, algorithm: string, key: string): KeyRecord => ({
    name: `${name}._domainkey.${domain}`,
    value: `v=DKIM1; k=${algorithm}; p=${key}`,
    key,
  })
  return [record(names.ed25519, 'ed25519', keys.ed25519_public), record(names.rsa, 'rsa', keys.rsa_public)]
}

/**
 * - `served`: every server has both records.
 * - `missing`: a server lacks one of them.
 * - `gone`: no server has any.
 * - `unknown`: a server gave no answer, and none lacks a record.
 */
export type SeenKeys = 'served' | 'missing' | 'gone' | 'unknown'

export async function seenKeys(dns: DomainDns, keys: PublicKeys): Promise<SeenKeys> {
  const records = keyRecords(keys)
  const seen = await Promise.all(records.map(async (record) => ({ record, answer: await dns(record.name, 'TXT') })))
  const has = new Set(seen.flatMap(({ record, answer }) => answer.answers.map((texts) => hasKey(texts, record))))
  const hasFailed = seen.some(({ answer }) => isIncomplete(answer))
  if (!hasFailed && !has.has(true)) return 'gone'
  if (has.has(false)) return 'missing'
  return hasFailed ? 'unknown' : 'served'
}

/** Whether a server did not answer. */
export function isIncomplete({ answers, failed }: DomainAnswer): boolean {
  return failed !== undefined || answers.length === 0
}

/** Providers may write tags in another way, so the key itself is compared. Two keys at one name are none. */
export function hasKey(texts: readonly string[], { key }: Pick<KeyRecord, 'key'>): boolean {
  const keys = texts.map((text) => tagsOf(text).get('p')).filter((each) => each !== undefined)
  return keys.length === 1 && keys[0] === key
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…`, without blanks. */
export function tagsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(';').flatMap((tag) => {
      const at = tag.indexOf('=')
      return at < 1 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s/g, '')]]
    }),
  )
}
