import type { DnsProviderZone, Queries, WorkspaceScope } from '@host/plugin'
import type { Account } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { accountFacts, lockAccount, selectAccount, shownAccount, type AccountRow } from './account-rows.ts'
import {
  checkSettings,
  openSettings,
  sealSettings,
  type AccountSettings,
  type SealedSettings,
} from './account-settings.ts'
import { ProviderAccount } from './provider-calls.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit' | 'signal'>

/** The change of an account; what is left out stays. */
export interface AccountChange {
  readonly label?: string | undefined
  readonly settings?: AccountSettings | undefined
}

interface TestedSettings {
  readonly sealed: SealedSettings
  readonly zones: readonly DnsProviderZone[]
}

/** Changes an account once its provider takes the new settings. @throws Problem as `addAccountTo`, `not_found` */
export async function changeAccountOf(
  parts: Parts,
  scope: Scope,
  { id, change }: { readonly id: string; readonly change: AccountChange },
): Promise<Account> {
  const { db, orgId, audit } = scope
  const row = await selectAccount(db, id)
  const { label, settings } = change
  const tested = settings && (await testSettings(parts, scope, { row, settings }))
  await db.transaction(async (tx) => {
    const { name } = await lockAccount(tx, id)
    audit.describe({ target: `dns_account:${id}`, before: { label: name }, after: { label: label ?? name } })
    const now = momentAfter(parts.clock())
    const set = {
      name: label ?? name,
      ...(tested && { ...tested.sealed, state: 'ok' as const, tested_at: now }),
    }
    await tx.updateTable('domains_accounts').set(set).where('id', '=', id).execute()
    if (tested !== undefined) await resolveZones(tx, id, tested.zones)
  })
  return shownAccount(await selectAccount(db, id), await accountFacts(parts.providers, { db, orgId }))
}

async function testSettings(
  { ctx, providers }: Parts,
  { orgId, signal }: Scope,
  { row, settings }: { readonly row: AccountRow; readonly settings: AccountSettings },
): Promise<TestedSettings> {
  const provider = await providers.named(orgId, row.provider)
  const { fields } = provider
  const wanted = checkSettings(fields, settings, await openSettings(ctx, orgId, row))
  const zones = await new ProviderAccount(provider.open(wanted), signal).zones()
  return { sealed: await sealSettings(ctx, { orgId, seal: row.seal }, { fields, settings: wanted }), zones }
}

/** Other settings may be another account, where the same names have other IDs; a zone that it lacks can't be read. */
async function resolveZones(tx: Queries<Tables>, id: string, offered: readonly DnsProviderZone[]): Promise<void> {
  const byName = new Map(offered.map((zone) => [zone.name, zone.id]))
  const zones = await tx
    .selectFrom('domains_zones')
    .select(['id', 'name', 'provider_zone'])
    .where('account_id', '=', id)
    .execute()
  for (const zone of zones) {
    const found = byName.get(zone.name)
    const set = found === undefined ? { problem: 'not_found' } : { provider_zone: found, problem: null }
    await tx.updateTable('domains_zones').set(set).where('id', '=', zone.id).execute()
  }
}
