import { DnsError } from '@host/dns'
import type { ZoneClient } from '@host/dns/server'
import type { Parts } from '../parts.ts'
import { findServed } from './served-rows.ts'
import type { ZoneLoader } from './zone-loader.ts'

/**
 * Whether a client may transfer a zone. The database is asked as well: this process may have loaded the zone before the key or
 * the secondary was removed.
 * @throws DnsError `bad_key` for a key that was removed
 */
export async function mayTransfer(
  { ctx }: Pick<Parts, 'ctx'>,
  loader: Pick<ZoneLoader, 'find'>,
  { zone, address, key }: ZoneClient,
): Promise<boolean> {
  const loaded = loader.find(zone)
  const known = loaded?.keys.find((each) => each.key === key)
  const isSecondary = loaded?.secondaries.has(address) === true
  if (loaded === undefined || (known?.mayTransfer !== true && !isSecondary)) return false
  const db = ctx.db.inWorkspace(loaded.head.orgId, 'transfer a DNS zone')
  if (known !== undefined) {
    const keys = db.selectFrom('domains_dns_keys').select('may_transfer').where('id', '=', known.id)
    const present = await keys.executeTakeFirst()
    if (present === undefined) throw new DnsError('bad_key', 'The key is gone.')
    if (present.may_transfer) return true
  }
  const row = await findServed(db, loaded.head.name)
  return row?.secondaries.some((each) => each.address === address) === true
}
