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
  const { role } = useSession()
  const [search, setSearch] = useSearch()
  const mayManage = hasRole(role ?? undefined, 'admin')
  const add = () => setSearch({ add: '1' }, { replace: true })
  useCommand({ id: 'domains.add', label: t('domains.add'), icon: 'plus', keys: 'c', enabled: mayManage, run: add })
  const button = mayManage ? (
    <Button variant="primary" icon="plus" onClick={add}>
      {t('domains.add')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader
        title={t('domains.title')}
        description={t('domains.description')}
        actions={
          <>
            <HelpLink slug="domains" />
            {button}
          </>
        }
      />
      <DomainTable addButton={button} />
      {mayManage && search.get('add') !== null && (
        <AddDomain onClose={() => setSearch({ add: undefined }, { replace: true })} />
      )}
    </>
  )
}

DomainsPage.askAhead = ({ list }: AskAhead) => list(listDomains, {})

function DomainTable({ addButton }: { readonly addButton: ReturnType<typeof Button> | undefined }) {
  const { t } = useTranslation()
  const columns = useDomainColumns()
  const options = domainStates.map((value) => ({ value, label: t(`domains.state.${value}`) }))
  const table = useTable({ columns, filters: { state: { kind: 'choice', label: t('domains.state.title'), options } } })
  const input = tableInput(listDomains, table)
  const domains = useListQuery(listDomains, input)
  return (
    <>
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
          <EmptyState title={t('domains.none')} action={addButton} help="domains">
            {t('domains.noneHelp')}
          </EmptyState>
        }
      />
    </>
  )
}
