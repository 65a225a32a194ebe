/**
 * Signatures of updates are stored with their key, so that no process applies an update twice (RFC 8945 §5.2.3). They are
 * compared one by one, since clients that share a key, or send updates at once, may arrive in another order than they signed.
 */
import { DnsError } from '@host/dns'
import type { RequestSignature } from '@host/dns/server'
import type { ReadQueries, ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { SeenSignature } from './models.ts'

/** Signatures of a key: more than its limit of updates in a minute lets it have. */
const mostSeen = 1_000

/** @throws DnsError as `claimSignature`, which decides */
export async function refuseSeen(db: ReadQueries<Tables>, keyId: string, signature: RequestSignature): Promise<void> {
  const row = await db.selectFrom('domains_dns_keys').select('signatures').where('id', '=', keyId).executeTakeFirst()
  readNew(row, signature)
}

/**
 * Stores the signature of an update.
 * @throws DnsError `clock` for one that was seen before, `bad_key` for a key that was removed, `servfail` for too many
 */
export async function claimSignature(
  db: ScopedDatabase<Tables>,
  keyId: string,
  signature: RequestSignature,
): Promise<void> {
  await db.transaction(async (tx) => {
    const keys = tx.selectFrom('domains_dns_keys').select('signatures').where('id', '=', keyId)
    const signatures = readNew(await keys.forUpdate().executeTakeFirst(), signature)
    await tx.updateTable('domains_dns_keys').set({ signatures }).where('id', '=', keyId).execute()
  })
}

function readNew(
  row: { readonly signatures: readonly SeenSignature[] | null } | undefined,
  signature: RequestSignature,
): readonly SeenSignature[] {
  if (row === undefined) throw new DnsError('bad_key', 'The key is gone.')
  return withSignature(row.signatures ?? [], signature)
}

/** The signatures with a new one, without those that are no longer accepted. @throws DnsError as `claimSignature` */
export function withSignature(
  seen: readonly SeenSignature[],
  { mac, time, oldest }: RequestSignature,
): readonly SeenSignature[] {
  const kept = seen.filter((each) => each.time >= oldest)
  if (kept.some((each) => each.mac === mac)) throw new DnsError('clock', 'The update was sent before.')
  if (kept.length >= mostSeen) throw new DnsError('servfail', 'Too many updates.')
  return [...kept, { mac, time }]
}
