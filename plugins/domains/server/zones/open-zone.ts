import type { DnsProvider, DnsProviderZone, ReadQueries } from '@host/plugin'
import { selectAccount } from '../accounts/account-rows.ts'
import { openAccount } from '../accounts/open-account.ts'
import type { ProviderAccount } from '../accounts/provider-calls.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { selectZone, type ZoneRow } from './zone-rows.ts'

/** A workspace that calls the provider of a zone. */
export interface ZoneCaller {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  readonly signal: AbortSignal
}

/** A zone at its provider. */
export interface OpenZone {
  readonly row: ZoneRow
  readonly account: ProviderAccount
  readonly zone: DnsProviderZone
}

type Needs = Pick<Parts, 'ctx' | 'providers' | 'calls'>

/** Opens a zone at its provider; sends nothing. @throws Problem `not_found`, `service_unavailable` */
export async function openZone(parts: Needs, caller: ZoneCaller, id: string): Promise<OpenZone> {
  const row = await selectZone(caller.db, id)
  const account = await openAccount(parts, caller, await selectAccount(caller.db, row.account_id))
  return { row, account, zone: { id: row.provider_zone, name: row.name } }
}

/** The provider of a zone. @throws Problem `service_unavailable` when it is not available */
export async function providerOf(
  { providers }: Pick<Parts, 'providers'>,
  { db, orgId }: Pick<ZoneCaller, 'db' | 'orgId'>,
  row: Pick<ZoneRow, 'account_id'>,
): Promise<DnsProvider> {
  return await providers.named(orgId, (await selectAccount(db, row.account_id)).provider)
}
