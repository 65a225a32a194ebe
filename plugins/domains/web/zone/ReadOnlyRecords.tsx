import {
  DataTable,
  EmptyState,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import { listReadOnlyRecords, type ReadOnlyRecordSet, type ZoneDetails } from '../../shared.ts'

/** Record sets that only the provider can change. The search of the records above finds them too. */
export function ReadOnlyRecords({ zone: { id, readOnlyRecords: count } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const columns = useReadOnlyColumns()
  const table = useTable({ columns })
  const sets = useListQuery(listReadOnlyRecords, { id, ...tableInput(listReadOnlyRecords, table) }, { errors: 'list' })
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-base font-semibold">{t('domains.readOnly.title', { count })}</h2>
      <p className="text-sm text-muted">{t('domains.readOnly.help')}</p>
      <DataTable
        label={t('domains.readOnly.label')}
        columns={columns}
        table={table}
        list={sets}
        rowKey={({ name, type }) => `${name} ${type}`}
        rowLabel={({ name, type }) => `${name} ${type}`}
        empty={<EmptyState title={t('domains.readOnly.none')} />}
      />
    </section>
  )
}

function useReadOnlyColumns(): readonly DataColumn<ReadOnlyRecordSet>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'set',
      header: t('domains.records.name'),
      cell: ({ shownName, type }) => (
        <span className="block min-w-28 py-1 whitespace-normal">
          <span className="block font-medium wrap-anywhere">{shownName}</span>
          <span className="block text-xs text-muted">{type}</span>
        </span>
      ),
      skeleton: 'w-32',
    },
    {
      key: 'content',
      header: t('domains.records.values'),
      cell: ({ content, reason }) => (
        <span className="block py-1 whitespace-normal">
          {content.map((line) => (
            <span key={line} className="block font-mono text-xs wrap-anywhere">
              {line}
            </span>
          ))}
          <span className="block text-xs text-muted">{reason}</span>
        </span>
      ),
      skeleton: 'w-48',
    },
  ]
}
