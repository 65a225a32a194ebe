import {
  Button,
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  tableInput,
  useCommand,
  useListQuery,
  useQuery,
  useSearch,
  useTable,
  useTranslation,
  ViewOptions,
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
  const accounts = useListQuery(listAccounts, input)
  const { isAdding, add, close } = useAdding()
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
              <Button variant="primary" icon="plus" onClick={add}>
                {t('domains.accounts.add')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar table={table}>
        <CopyAsCurl endpoint={listAccounts} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <div className="flex flex-col gap-6">
        <DataTable
          label={t('domains.accounts.title')}
          columns={columns}
          table={table}
          list={accounts}
          rowKey={({ id }) => id}
          rowLabel={({ label }) => label}
          empty={
            <EmptyState title={t('domains.accounts.none')} help="dns-accounts">
              {t(hasProviders ? 'domains.accounts.noneHelp' : 'domains.providers.none')}
            </EmptyState>
          }
        />
        {/* After the rows, whose number only the answer tells. */}
        {!accounts.isPending && providers.length > 0 && <ProvidersPanel providers={providers} />}
      </div>
      {isAdding && providers.length > 0 && <AddAccount providers={providers} onClose={close} />}
    </>
  )
}

AccountsPage.askAhead = ({ list, query }: AskAhead) => {
  list(listAccounts, {})
  query(listProviders)
}

/** The dialog, which the address opens too: the palette leads there. */
function useAdding() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const add = () => setSearch({ add: '1' }, { replace: true })
  useCommand({ id: 'domains.accounts.add', label: t('domains.accounts.add'), icon: 'plus', keys: 'c', run: add })
  return {
    isAdding: search.get('add') !== null,
    add,
    close: () => setSearch({ add: undefined }, { replace: true }),
  }
}
