import {
  Button,
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  hasRole,
  HelpLink,
  PageHeader,
  tableInput,
  useCommand,
  useListQuery,
  useSearch,
  useSession,
  useTable,
  useTranslation,
  ViewOptions,
  type AskAhead,
} from '@host/plugin-sdk'
import { listSenders } from '../../shared.ts'
import { AddSender } from './AddSender.tsx'
import { useSenderColumns } from './useSenderColumns.tsx'

/** Domains that the workspace sends from. */
export default function SendersPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const columns = useSenderColumns()
  const table = useTable({ columns })
  const input = tableInput(listSenders, table)
  const senders = useListQuery(listSenders, input)
  const { isAdding, add, close } = useAdding()
  const isAdmin = hasRole(role ?? undefined, 'admin')
  return (
    <>
      <PageHeader
        title={t('mail.senders.title')}
        description={t('mail.senders.description')}
        actions={
          <>
            <HelpLink slug="sending-domains" />
            {isAdmin && (
              <Button variant="primary" icon="plus" onClick={add}>
                {t('mail.senders.add')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar table={table}>
        <CopyAsCurl endpoint={listSenders} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('mail.senders.title')}
        columns={columns}
        table={table}
        list={senders}
        rowKey={({ id }) => id}
        rowLabel={({ domain }) => domain}
        empty={
          <EmptyState title={t('mail.senders.none')} help="sending-domains">
            {t('mail.senders.noneHelp')}
          </EmptyState>
        }
      />
      {isAdding && isAdmin && <AddSender onClose={close} />}
    </>
  )
}

SendersPage.askAhead = ({ list }: AskAhead) => list(listSenders, {})

/** The dialog, which the address opens too. */
function useAdding() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const add = () => setSearch({ add: '1' }, { replace: true })
  useCommand({ id: 'senders.add', label: t('mail.senders.add'), icon: 'plus', keys: 'c', run: add })
  const close = () => setSearch({ add: undefined }, { replace: true })
  return { isAdding: search.get('add') !== null, add, close }
}
