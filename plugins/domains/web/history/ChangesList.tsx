import {
  Badge,
  ChangesetState,
  DataTable,
  EmptyState,
  Link,
  RelativeTime,
  useListQuery,
  useTable,
  useTranslation,
  type ChangesetStateName,
  type DataColumn,
} from '@host/plugin-sdk'
import { listZoneHistory, type ZoneChange, type ZoneDetails } from '../../shared.ts'

/** The changes of a zone, the latest first. */
export function ChangesList({ zone: { id } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const columns = useChangeColumns(id)
  const table = useTable({ columns })
  const changes = useListQuery(listZoneHistory, { id }, { errors: 'list' })
  return (
    <DataTable
      label={t('domains.history.changes')}
      columns={columns}
      table={table}
      list={changes}
      rowKey={(change) => change.id}
      rowLabel={({ title }) => title}
      empty={<EmptyState title={t('domains.history.none')}>{t('domains.history.noneHelp')}</EmptyState>}
    />
  )
}

function useChangeColumns(zoneId: string): readonly DataColumn<ZoneChange>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'title',
      header: t('domains.history.change'),
      cell: ({ id, title, note }) => (
        <span className="block min-w-0 py-1">
          <Link
            to={`/domains/zones/${zoneId}/changes/${id}`}
            className="block max-w-48 sm:max-w-96 truncate font-medium hover:underline"
          >
            {title}
          </Link>
          {note !== null && note !== '' && (
            <span className="block max-w-48 sm:max-w-96 truncate text-xs text-subtle">{note}</span>
          )}
        </span>
      ),
      skeleton: 'w-56',
    },
    {
      key: 'plannedBy',
      header: t('domains.history.author'),
      from: 'sm',
      cell: ({ plannedBy, plugin, isDrift, count }) =>
        isDrift && count > 0 ? (
          <Badge tone="warning">{t('domains.history.outside')}</Badge>
        ) : (
          (plannedBy?.name ?? (plannedBy === null ? plugin : t('domains.history.former')))
        ),
      skeleton: 'w-24',
    },
    {
      key: 'count',
      header: t('domains.records.sets'),
      from: 'md',
      align: 'end',
      cell: ({ count }) => <span className="tabular-nums">{count}</span>,
      skeleton: 'w-6',
    },
    {
      key: 'createdAt',
      header: t('domains.history.when'),
      from: 'sm',
      align: 'end',
      cell: ({ finishedAt, createdAt }) => <RelativeTime value={finishedAt ?? createdAt} skipFocus />,
      skeleton: 'w-20',
    },
    {
      key: 'state',
      header: t('domains.state.title'),
      align: 'end',
      cell: ({ state }) => <ChangesetState state={state as ChangesetStateName} />,
      skeleton: 'w-20',
    },
  ]
}
