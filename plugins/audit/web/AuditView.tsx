import { useState } from 'react'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorNote,
  PageHeader,
  Panel,
  SkeletonRows,
  useListQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { ActiveFilters } from './ActiveFilters.tsx'
import type { AuditSource } from './audit-source.ts'
import { EntryCount } from './EntryCount.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import { EntryTable } from './EntryTable.tsx'
import { FilterDialog } from './FilterDialog.tsx'
import { RetentionNote } from './RetentionNote.tsx'
import { useEntryFilter, type EntryFilter } from './useEntryFilter.ts'

export interface AuditViewProps {
  readonly source: AuditSource
  readonly description: string
  readonly mayChangeRetention: boolean
}

/** A log: its entries, newest first, what narrows them down, and the details of the one that is open. */
export function AuditView({ source, description, mayChangeRetention }: AuditViewProps) {
  const { t } = useTranslation()
  const state = useEntryFilter()
  const [isFiltering, setFiltering] = useState(false)
  const entries = useListQuery(source.list, { ...state.filter, total: true })
  const isFiltered = Object.keys(state.written).length > 0
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        description={description}
        actions={
          <>
            <ExportLink source={source} state={state} format="csv" />
            <ExportLink source={source} state={state} format="json" />
            <Button icon="list-filter" onClick={() => setFiltering(true)}>
              {t('audit.filter.open')}
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {entries.items !== undefined && <ErrorNote error={entries.error} onRetry={() => void entries.refetch()} />}
        {isFiltered && <ActiveFilters state={state} />}
        <Panel flush title={t('audit.entries')} actions={<EntryCount total={entries.total} />}>
          {entries.items === undefined && <SkeletonRows rows={8} />}
          {entries.items?.length === 0 && <Nothing isFiltered={isFiltered} onClear={() => state.setFilter({})} />}
          {entries.items !== undefined && entries.items.length > 0 && (
            <EntryTable entries={entries.items} path={source.path} state={state} />
          )}
          {entries.hasMore && (
            <div className="flex justify-center border-t border-line p-3">
              <Button variant="ghost" busy={entries.isLoadingMore} onClick={() => void entries.loadMore()}>
                {t('audit.more')}
              </Button>
            </div>
          )}
        </Panel>
        {entries.items !== undefined && <RetentionNote source={source} mayChange={mayChangeRetention} />}
      </div>
      {isFiltering && <FilterDialog state={state} onClose={() => setFiltering(false)} />}
      <EntryDrawer source={source} state={state} />
    </>
  )
}

interface ExportLinkProps {
  readonly source: AuditSource
  readonly state: EntryFilter
  readonly format: 'csv' | 'json'
}

/** The browser downloads by itself, so that a long log need not fit into the page. */
function ExportLink({ source, state, format }: ExportLinkProps) {
  const { t } = useTranslation()
  const query = new URLSearchParams({ ...state.filter, format } as Record<string, string>).toString()
  return (
    <ButtonLink icon="download" to={`~${source.exportPath}?${query}`} download={`audit-log.${format}`}>
      {t(`audit.export.${format}`)}
    </ButtonLink>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation()
  const clear = <Button onClick={onClear}>{t('audit.filter.clear')}</Button>
  return isFiltered ? (
    <EmptyState icon="search" title={t('audit.noMatch')} action={clear}>
      {t('audit.noMatchHint')}
    </EmptyState>
  ) : (
    <EmptyState icon="scroll-text" title={t('audit.none')}>
      {t('audit.noneHint')}
    </EmptyState>
  )
}
