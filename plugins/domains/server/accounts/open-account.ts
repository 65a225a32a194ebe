import type { Parts } from '../parts.ts'
import type { AccountRow } from './account-rows.ts'
import { openSettings } from './account-settings.ts'
import { ProviderAccount, type Caller } from './provider-calls.ts'

/** Opens an account for calls. @throws Problem `service_unavailable` when its provider is not available */
export async function openAccount(
  { ctx, providers, calls }: Pick<Parts, 'ctx' | 'providers' | 'calls'>,
  caller: Caller,
  row: Pick<AccountRow, 'provider' | 'seal' | 'secrets' | 'settings'>,
): Promise<ProviderAccount> {
  const provider = await providers.named(caller.orgId, row.provider)
  const settings = await openSettings(ctx, caller.orgId, row)
  return new ProviderAccount({ account: provider.open(settings), provider }, caller, calls)
}
