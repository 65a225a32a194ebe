import {
  Button,
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  SavedViews,
  SidePanel,
  useListQuery,
  useTranslation,
  ViewOptions,
} from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import { EntryDetails } from './EntryDetails.tsx'
import { ExportEntry } from './ExportEntry.tsx'
import { RetentionNote } from './RetentionNote.tsx'
import { useEntryTable } from './useEntryTable.ts'

export interface AuditViewProps {
  readonly source: AuditSource
  readonly description: string
  readonly mayChangeRetention: boolean
}

/** A log: entries, newest first, with filters and the details of the open entry. */
export function AuditView({ source, description, mayChangeRetention }: AuditViewProps) {
  const { t } = useTranslation()
  const { table, columns, filter } = useEntryTable()
  const entries = useListQuery(source.list, { ...filter, total: true }, { errors: 'list' })
  return (
    <>
      <PageHeader title={t('audit.title')} description={description} actions={<HelpLink slug={source.help} />} />
      <FilterBar
        table={table}
        tools={
          <>
            <CopyAsCurl endpoint={source.list} input={filter} />
            <ExportEntry source={source} filter={filter} format="csv" />
            <ExportEntry source={source} filter={filter} format="json" />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      >
        {table.filters.signIns === undefined && table.filters.action === undefined && (
          <Button icon="eye-off" variant="ghost" onClick={() => table.setFilter('signIns', true)}>
            {t('audit.showSignIns')}
          </Button>
        )}
        {source.hasViews && <SavedViews table={table} />}
      </FilterBar>
      <div className="flex flex-col gap-4">
        <DataTable
          label={t('audit.entries')}
          columns={columns}
          table={table}
          list={entries}
          rowKey={({ id }) => id}
          rowLabel={({ action, sentence }) => sentence ?? action}
          empty={<EmptyState title={t('audit.none')}>{t('audit.noneHint')}</EmptyState>}
          panel={({ id, ways }) => (
            <SidePanel label={t('audit.details')} {...ways}>
              <EntryDetails key={id} id={id} source={source} onFilter={table.setFilters} />
            </SidePanel>
          )}
        />
        {entries.items !== undefined && <RetentionNote source={source} mayChange={mayChangeRetention} />}
      </div>
    </>
  )
}
