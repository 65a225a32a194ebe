import {
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  Input,
  RelativeTime,
  SidePanel,
  tableInput,
  useListQuery,
  useSearch,
  useTable,
  useTranslation,
  ViewOptions,
  type DataColumn,
} from '@host/plugin-sdk'
import { listInstanceLinks, quarantineReasons, type InstanceLink } from '../../shared.ts'
import { LinkState } from '../links/LinkState.tsx'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { ReviewedLink } from './ReviewedLink.tsx'
import { WorkspaceLink } from './WorkspaceLink.tsx'

/** Links of all workspaces: quarantined ones first, or those to one host. */
export default function ReviewedLinksPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const host = search.get('targetHost') ?? ''
  const columns = useInstanceLinkColumns()
  const options = quarantineReasons.map((value) => ({ value, label: t(`links.quarantine.reason.${value}`) }))
  const table = useTable({
    columns,
    filters: { quarantine: { kind: 'choice', label: t('links.state.quarantined'), options } },
  })
  const input = { ...tableInput(listInstanceLinks, table), ...(host === '' ? {} : { targetHost: host }) }
  const links = useListQuery(listInstanceLinks, input, { errors: 'list' })
  return (
    <>
      <ConsoleTabs />
      <FilterBar
        table={table}
        tools={
          <>
            <CopyAsCurl endpoint={listInstanceLinks} input={input} />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      >
        <Input
          aria-label={t('links.report.targetHost')}
          placeholder={t('links.report.targetHost')}
          value={host}
          maxLength={1_024}
          onChange={({ target }) => setSearch({ targetHost: target.value || undefined }, { replace: true })}
        />
      </FilterBar>
      <DataTable
        label={t('links.console.links')}
        columns={columns}
        table={table}
        list={links}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        empty={<EmptyState title={t('links.console.noLinks')}>{t('links.console.noLinksHelp')}</EmptyState>}
        panel={({ row, ways }) => (
          <SidePanel label={t('links.console.details')} {...ways}>
            {row === undefined ? (
              <p className="text-sm text-muted">{t('links.report.linkGone')}</p>
            ) : (
              <ReviewedLink key={row.id} link={row} onDecided={ways.onClose} />
            )}
          </SidePanel>
        )}
      />
    </>
  )
}

function useInstanceLinkColumns(): readonly DataColumn<InstanceLink>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'address',
      header: t('links.shortUrl'),
      cell: ({ address }) => <span className="block max-w-44 truncate font-medium sm:max-w-72">{address}</span>,
      skeleton: 'w-48',
    },
    {
      key: 'url',
      header: t('links.target'),
      from: 'md',
      cell: ({ url }) => <span className="block max-w-72 truncate text-muted">{url}</span>,
    },
    {
      key: 'workspace',
      header: t('links.console.workspace'),
      from: 'lg',
      cell: ({ workspace }) => <WorkspaceLink name={workspace.name} />,
    },
    {
      key: 'reviewAskedAt',
      header: t('links.console.reviewAsked'),
      from: 'sm',
      align: 'end',
      isSortable: true,
      cell: ({ quarantine }) =>
        typeof quarantine?.reviewAskedAt === 'string' ? (
          <RelativeTime value={quarantine.reviewAskedAt} skipFocus />
        ) : (
          '–'
        ),
    },
    {
      key: 'state',
      header: t('links.state.title'),
      align: 'end',
      cell: ({ state }) => <LinkState state={state} />,
      skeleton: 'w-16',
    },
  ]
}
