import type { Parts } from '../parts.ts'
import type { AccountRow } from './account-rows.ts'
import { openSettings } from './account-settings.ts'
import { ProviderAccount } from './provider-calls.ts'

/** The caller of a provider. */
export interface Caller {
  readonly orgId: string
  readonly signal: AbortSignal
}

/** Opens an account for calls. @throws Problem `service_unavailable` when its provider is not available */
export async function openAccount(
  { ctx, providers }: Pick<Parts, 'ctx' | 'providers'>,
  { orgId, signal }: Caller,
  row: Pick<AccountRow, 'provider' | 'seal' | 'secrets' | 'settings'>,
): Promise<ProviderAccount> {
  const provider = await providers.named(orgId, row.provider)
  const settings = await openSettings(ctx, orgId, row)
  return new ProviderAccount(provider.open(settings), signal)
}
