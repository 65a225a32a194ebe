import { DataTable, Panel, useListQuery, useTable, useTranslation, type DataColumn } from '@host/plugin-sdk'
import { listDomainHosts, type DomainDetails, type DomainHost } from '../../shared.ts'
import { HostCertificate } from './HostCertificate.tsx'

/** The host names that features answer at or below a domain, with their certificates; nothing while there are none. */
export function HostsPanel({ domain: { id } }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const columns = useHostColumns(id)
  const table = useTable({ columns })
  const hosts = useListQuery(listDomainHosts, { id }, { errors: 'list' })
  if (hosts.items?.length === 0) return null
  return (
    <Panel title={t('domains.hosts.title')} description={t('domains.hosts.help')}>
      <DataTable
        label={t('domains.hosts.title')}
        columns={columns}
        table={table}
        list={hosts}
        rowKey={({ host }) => host}
        rowLabel={({ host }) => host}
        empty={null}
      />
    </Panel>
  )
}

function useHostColumns(domainId: string): readonly DataColumn<DomainHost>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'host',
      header: t('domains.hosts.host'),
      cell: ({ host, certificate }) => (
        <div className="flex min-w-28 flex-col gap-2 py-1 whitespace-normal">
          <span className="font-medium wrap-anywhere">{host}</span>
          {certificate !== null && <HostCertificate domainId={domainId} host={host} certificate={certificate} />}
        </div>
      ),
      skeleton: 'w-40',
    },
    {
      key: 'plugin',
      header: t('domains.hosts.feature'),
      align: 'end',
      cell: ({ plugin }) => <span className="text-muted">{plugin}</span>,
      skeleton: 'w-12',
    },
  ]
}
