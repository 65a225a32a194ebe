import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { catchAllOf, readAddress } from '../receive/read-address.ts'

/**
 * Those of the given addresses that the workspace of `db` sends nothing to, as they were given. Texts that are not
 * addresses are never among them.
 * @param now milliseconds since 1970: a suppression that has expired doesn't count
 */
export async function suppressedAmong(
  db: ReadQueries<Tables>,
  addresses: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const keys = new Map(addresses.map((text) => [text, suppressionKeys(text)]))
  const all = [...new Set([...keys.values()].flat())]
  const found = new Set<string>()
  for (let at = 0; at < all.length; at += step) {
    const rows = await db
      .selectFrom('mail_suppressions')
      .select('address')
      .where('address', 'in', all.slice(at, at + step))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', moment(now))]))
      .execute()
    for (const { address } of rows) found.add(address)
  }
  return new Set([...keys].filter(([, own]) => own.some((key) => found.has(key))).map(([text]) => text))
}

/** Addresses of one query. */
const step = 500

/** The rows that may suppress an address: its own, and that of its domain. */
export function suppressionKeys(text: string): readonly string[] {
  const read = readAddress(text)
  return read === undefined ? [] : [read.address, catchAllOf(read.domain)]
}

function moment(now: number): string {
  return new Date(now).toISOString()
}
