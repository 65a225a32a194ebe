import type { DnsZone } from '@host/plugin'
import type { Parts } from '../parts.ts'
import type { ZonePlace } from '../zones/shown-zone.ts'

interface ZoneKey {
  readonly id: string
  readonly name: string
  readonly account_id: string
}

/** Zones as plugins see them; those whose provider is not available are left out. */
export async function shownZones(
  { providers }: Pick<Parts, 'providers'>,
  { db, orgId }: ZonePlace,
  rows: readonly ZoneKey[],
): Promise<readonly DnsZone[]> {
  const accounts = await db.selectFrom('domains_accounts').select(['id', 'provider']).execute()
  const named = new Map((await providers.list(orgId)).map((each) => [each.name, each.provider]))
  const providerOf = new Map(accounts.map(({ id, provider }) => [id, provider]))
  return rows.flatMap(({ id, name, account_id: account }) => {
    const provider = providerOf.get(account) ?? ''
    const capabilities = named.get(provider)?.capabilities
    return capabilities === undefined ? [] : [{ id, name, provider, capabilities }]
  })
}
