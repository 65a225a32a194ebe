import {
  Button,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listAccounts, listProviders, type ProviderDetails } from '../../shared.ts'
import { AddAccount } from './AddAccount.tsx'
import { ProvidersPanel } from './ProvidersPanel.tsx'
import { useAccountColumns } from './useAccountColumns.tsx'

const none: readonly ProviderDetails[] = []

/** Accounts at DNS providers, and what the providers can do. */
export default function AccountsPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listProviders)
  const providers = data?.items ?? none
  const columns = useAccountColumns(providers)
  const table = useTable({ columns })
  const input = tableInput(listAccounts, table)
  const accounts = useListQuery(listAccounts, input, { errors: 'list' })
  const adding = useAddressDialog('add', {
    id: 'domains.accounts.add',
    label: t('domains.accounts.add'),
    icon: 'plus',
    keys: 'c',
  })
  const hasProviders = data === undefined || providers.length > 0
  return (
    <>
      <PageHeader
        title={t('domains.accounts.title')}
        description={t('domains.accounts.description')}
        actions={
          <>
            <HelpLink slug="dns-accounts" />
            {hasProviders && (
              <Button variant="primary" icon="plus" onClick={adding.open}>
                {t('domains.accounts.add')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listAccounts}
        input={input}
        label={t('domains.accounts.title')}
        columns={columns}
        table={table}
        list={accounts}
        rowKey={({ id }) => id}
        rowLabel={({ label }) => label}
        empty={
          <EmptyState title={t('domains.accounts.none')}>
            {t(hasProviders ? 'domains.accounts.noneHelp' : 'domains.providers.none')}
          </EmptyState>
        }
      />
      {/* After the rows, whose number only the answer tells. */}
      {!accounts.isPending && providers.length > 0 && (
        <div className="mt-6">
          <ProvidersPanel providers={providers} />
        </div>
      )}
      {adding.isOpen && providers.length > 0 && <AddAccount providers={providers} onClose={adding.close} />}
    </>
  )
}

AccountsPage.askAhead = ({ list, query }: AskAhead) => {
  list(listAccounts, {})
  query(listProviders)
}
