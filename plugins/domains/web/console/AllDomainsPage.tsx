import {
  EmptyState,
  ListView,
  SidePanel,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { domainStates, listAllDomains } from '../../shared.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { InstanceDomainDetails } from './InstanceDomainDetails.tsx'
import { useInstanceDomainColumns } from './useInstanceDomainColumns.tsx'

/** Domains of all workspaces, those with problems first. */
export default function AllDomainsPage() {
  const { t } = useTranslation()
  const columns = useInstanceDomainColumns()
  const options = domainStates.map((value) => ({ value, label: t(`domains.state.${value}`) }))
  const table = useTable({ columns, filters: { state: { kind: 'choice', label: t('domains.state.title'), options } } })
  const input = tableInput(listAllDomains, table)
  const domains = useListQuery(listAllDomains, input, { errors: 'list' })
  return (
    <>
      <ConsoleTabs />
      <ListView
        endpoint={listAllDomains}
        input={input}
        search={t('domains.search')}
        label={t('domains.console.domains')}
        columns={columns}
        table={table}
        list={domains}
        rowKey={({ id }) => id}
        rowLabel={({ name, workspace }) => `${name} ${workspace.name}`}
        empty={<EmptyState title={t('domains.none')}>{t('domains.console.noDomains')}</EmptyState>}
        panel={({ row, ways }) => (
          <SidePanel label={t('domains.console.details')} {...ways}>
            {row === undefined ? (
              <p className="text-sm text-muted">{t('domains.console.gone')}</p>
            ) : (
              <InstanceDomainDetails key={row.id} domain={row} onTaken={ways.onClose} />
            )}
          </SidePanel>
        )}
      />
    </>
  )
}

AllDomainsPage.askAhead = ({ list }: AskAhead) => list(listAllDomains, {})
