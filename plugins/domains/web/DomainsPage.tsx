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
import { domainStates, listDomains } from '../shared.ts'
import { AddDomain } from './AddDomain.tsx'
import { useDomainColumns } from './useDomainColumns.tsx'

/** Domains of the workspace, those with problems first. */
export default function DomainsPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useDomainTable()
  const domains = useListQuery(listDomains, input)
  const { mayAdd, isAdding, add, close } = useAdding()
  return (
    <>
      <PageHeader
        title={t('domains.title')}
        description={t('domains.description')}
        actions={
          <>
            <HelpLink slug="domains" />
            {mayAdd && (
              <Button variant="primary" icon="plus" onClick={add}>
                {t('domains.add')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar table={table} search={t('domains.search')}>
        <CopyAsCurl endpoint={listDomains} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('domains.title')}
        columns={columns}
        table={table}
        list={domains}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={
          <EmptyState title={t('domains.none')} help="domains">
            {t('domains.noneHelp')}
          </EmptyState>
        }
      />
      {isAdding && <AddDomain onClose={close} />}
    </>
  )
}

DomainsPage.askAhead = ({ list }: AskAhead) => list(listDomains, {})

function useDomainTable() {
  const { t } = useTranslation()
  const columns = useDomainColumns()
  const options = domainStates.map((value) => ({ value, label: t(`domains.state.${value}`) }))
  const table = useTable({ columns, filters: { state: { kind: 'choice', label: t('domains.state.title'), options } } })
  return { table, columns, input: tableInput(listDomains, table) }
}

/** The dialog, which the address opens too: the palette leads there. */
function useAdding() {
  const { t } = useTranslation()
  const { role } = useSession()
  const [search, setSearch] = useSearch()
  const mayAdd = hasRole(role ?? undefined, 'admin')
  const add = () => setSearch({ add: '1' }, { replace: true })
  useCommand({ id: 'domains.add', label: t('domains.add'), icon: 'plus', keys: 'c', enabled: mayAdd, run: add })
  const close = () => setSearch({ add: undefined }, { replace: true })
  return { mayAdd, isAdding: mayAdd && search.get('add') !== null, add, close }
}
