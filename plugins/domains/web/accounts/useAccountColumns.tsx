import { useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Account, ProviderDetails } from '../../shared.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountState } from './AccountState.tsx'

/** The columns of the accounts. */
export function useAccountColumns(providers: readonly ProviderDetails[]): readonly DataColumn<Account>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'label',
      header: t('domains.accounts.account'),
      isSortable: true,
      cell: ({ label, provider, providerTitle }) => (
        <span className="block min-w-0 py-1">
          <span className="block max-w-80 truncate font-medium">{label}</span>
          <span className="block text-xs text-subtle">
            {providerTitle ?? t('domains.accounts.unavailable', { name: provider })}
          </span>
        </span>
      ),
      skeleton: 'w-40',
    },
    {
      key: 'zones',
      header: t('domains.zones.title'),
      align: 'end',
      from: 'sm',
      cell: ({ zones }) => <span className="tabular-nums">{zones}</span>,
      skeleton: 'w-6',
    },
    {
      key: 'state',
      header: t('domains.accounts.lastTest'),
      cell: (account) => <AccountState account={account} />,
      skeleton: 'w-28',
    },
    {
      key: 'actions',
      header: t('domains.accounts.menu'),
      hideHeader: true,
      isFixed: true,
      align: 'end',
      cell: (account) => (
        <AccountActions account={account} provider={providers.find(({ name }) => name === account.provider)} />
      ),
      skeleton: 'w-6',
    },
  ]
}
