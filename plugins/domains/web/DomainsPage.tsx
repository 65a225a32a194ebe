import {
  Button,
  EmptyState,
  hasRole,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useSession,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { addDomain, domainStates, listDomains } from '../shared.ts'
import { AddDomain } from './AddDomain.tsx'
import { useDomainColumns } from './useDomainColumns.tsx'

/** Domains of the workspace, those with problems first. */
export default function DomainsPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useDomainTable()
  const domains = useListQuery(listDomains, input, { errors: 'list' })
  const mayAdd = hasRole(useSession().role ?? undefined, 'admin')
  const adding = useAddressDialog('add', {
    id: 'domains.add',
    label: t('domains.add'),
    icon: 'plus',
    keys: 'c',
    enabled: mayAdd,
  })
  return (
    <>
      <PageHeader
        title={t('domains.title')}
        description={t('domains.description')}
        actions={
          <>
            <HelpLink slug="domains" />
            {mayAdd && (
              <Button calls={addDomain} variant="primary" icon="plus" onClick={adding.open}>
                {t('domains.add')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listDomains}
        input={input}
        search={t('domains.search')}
        label={t('domains.title')}
        columns={columns}
        table={table}
        list={domains}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('domains.none')}>{t('domains.noneHelp')}</EmptyState>}
      />
      {adding.isOpen && <AddDomain onClose={adding.close} />}
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
