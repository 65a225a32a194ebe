import { Problem, type DnsProviderZone, type WorkspaceScope } from '@host/plugin'
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
import { resolveZones } from './resolve-zones.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit' | 'signal'>

/** The change of an account; what is left out stays. */
export interface AccountChange {
  readonly label?: string | undefined
  readonly settings?: AccountSettings | undefined
}

interface TestedSettings {
  readonly sealed: SealedSettings
  readonly zones: readonly DnsProviderZone[]
  /** Names of the settings that are other than before. */
  readonly changed: readonly string[]
}

/**
 * Changes an account once its provider takes the new settings.
 * @throws Problem as `addAccountTo`; `not_found`; `conflict` when other settings were stored meanwhile; `target_busy`
 */
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
    const { name, secrets } = await lockAccount(tx, id)
    // Every change seals the settings again, so another text is another change.
    if (tested !== undefined && secrets !== row.secrets) throw new Problem('conflict', changedMeanwhile)
    audit.describe({
      target: `dns_account:${id}`,
      before: { label: name },
      after: { label: label ?? name, ...(tested && { settings: tested.changed }) },
    })
    const now = momentAfter(parts.clock())
    const set = {
      name: label ?? name,
      ...(tested && { ...tested.sealed, state: 'ok' as const, tested_at: now }),
    }
    await tx.updateTable('domains_accounts').set(set).where('id', '=', id).execute()
    if (tested !== undefined) await resolveZones(parts, tx, { orgId, id, offered: tested.zones })
  })
  return shownAccount(await selectAccount(db, id), await accountFacts(parts.providers, { db, orgId }))
}

async function testSettings(
  { ctx, providers, calls }: Parts,
  { orgId, signal }: Scope,
  { row, settings }: { readonly row: AccountRow; readonly settings: AccountSettings },
): Promise<TestedSettings> {
  const provider = await providers.named(orgId, row.provider)
  const { fields } = provider
  const present = await openSettings(ctx, orgId, row)
  const wanted = checkSettings(fields, settings, present)
  const zones = await new ProviderAccount(
    { account: provider.open(wanted), provider },
    { orgId, signal },
    calls,
  ).zones()
  const sealed = await sealSettings(ctx, { orgId, seal: row.seal }, { fields, settings: wanted })
  const changed = fields.map(({ name }) => name).filter((name) => wanted[name] !== present[name])
  return { sealed, zones, changed }
}

const changedMeanwhile = {
  detail: { en: 'The account was changed in the meantime.', zh: '账号在此期间已被更改。' },
  nextStep: { en: 'Open it again, then repeat your change.', zh: '请重新打开后再次更改。' },
}
