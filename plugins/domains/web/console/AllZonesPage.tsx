import {
  Badge,
  EmptyState,
  ListView,
  RelativeTime,
  tableInput,
  useFormat,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
  type DataColumn,
} from '@host/plugin-sdk'
import { listAllZones, type InstanceZone } from '../../shared.ts'
import { useZoneProblem } from '../zones/useZoneProblem.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { WorkspaceLink } from './WorkspaceLink.tsx'

/** DNS zones of all workspaces, without their records. */
export default function AllZonesPage() {
  const { t } = useTranslation()
  const columns = useInstanceZoneColumns()
  const table = useTable({ columns })
  const input = tableInput(listAllZones, table)
  const zones = useListQuery(listAllZones, input, { errors: 'list' })
  return (
    <>
      <ConsoleTabs />
      <ListView
        endpoint={listAllZones}
        input={input}
        search={t('domains.console.searchZones')}
        label={t('domains.console.zones')}
        columns={columns}
        table={table}
        list={zones}
        rowKey={({ id }) => id}
        rowLabel={({ name, workspace }) => `${name} ${workspace.name}`}
        empty={<EmptyState title={t('domains.zones.none')}>{t('domains.console.noZones')}</EmptyState>}
      />
    </>
  )
}

AllZonesPage.askAhead = ({ list }: AskAhead) => list(listAllZones, {})

function useInstanceZoneColumns(): readonly DataColumn<InstanceZone>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('domains.console.zone'),
      isSortable: true,
      cell: ({ name }) => <span className="block max-w-44 truncate py-1 font-medium sm:max-w-80">{name}</span>,
      skeleton: 'w-48',
    },
    {
      key: 'workspace',
      header: t('domains.console.workspace'),
      from: 'sm',
      cell: ({ workspace }) => <WorkspaceLink workspace={workspace} />,
      skeleton: 'w-28',
    },
    { key: 'provider', header: t('domains.accounts.provider'), from: 'md', cell: ({ provider }) => provider },
    {
      key: 'records',
      header: t('domains.console.records'),
      align: 'end',
      from: 'md',
      cell: ({ records }) => format.number(records),
    },
    {
      key: 'readAt',
      header: t('domains.console.readAt'),
      align: 'end',
      from: 'lg',
      cell: ({ readAt }) => (readAt === null ? '–' : <RelativeTime value={readAt} skipFocus />),
    },
    { key: 'state', header: t('domains.state.title'), align: 'end', cell: ZoneProblemBadge, skeleton: 'w-20' },
  ]
}

function ZoneProblemBadge({ problem, failing }: InstanceZone) {
  const { t } = useTranslation()
  const problemText = useZoneProblem()
  const wrong = failing === 0 ? t('domains.zones.state.ok') : t('domains.zones.state.failing', { count: failing })
  return (
    <Badge tone={problem === null && failing === 0 ? 'positive' : 'danger'} dot>
      {problem === null ? wrong : problemText(problem).title}
    </Badge>
  )
}
