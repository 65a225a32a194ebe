/**
 * A list with search, filters, sorting and keyboard navigation, whose state is in the address. It renders the state of
 * a `useTable` handle; a `list` is sorted and filtered by the server, `rows` by the browser.
 */
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { TableFooter } from './TableFooter.tsx'
import { TableGrid } from './TableGrid.tsx'
import { useDataTable, type DataTableState } from './useDataTable.ts'

/**
 * A table with everything that a long list needs.
 * @example
 * <DataTable label={t('notes.title')} columns={columns} table={table} list={notes}
 *   rowKey={({ id }) => id} rowLabel={({ title }) => title} empty={<EmptyState title={t('notes.none')} />} />
 * @since 1.0.0
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, empty } = props
  const state = useDataTable(props)
  const { source, rows } = state
  // A page without rows that has more behind it is loaded on by itself; see useLoadedPages.
  const isLoading = source.items === undefined || (rows.length === 0 && source.hasMore === true)
  const error = source.error ?? null
  return (
    <div className="flex items-start gap-4">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <ErrorNote error={error} onRetry={() => void source.refetch?.()} />
        {!(isLoading && error !== null) && (
          <div className="overflow-clip rounded-card border border-line bg-surface">
            {isLoading || rows.length > 0 ? <TableGrid {...props} state={state} /> : null}
            {!isLoading && rows.length > 0 && <TableFooter source={source} shown={rows.length} table={table} />}
            {!isLoading && rows.length === 0 && (table.isNarrowed ? <EmptyState kind="noMatch" /> : empty)}
          </div>
        )}
      </div>
      <Details {...props} state={state} />
    </div>
  )
}

/** The row that the address names, and j and k on from it. */
function Details<Row>({ table, panel, state }: DataTableProps<Row> & { readonly state: DataTableState<Row> }) {
  const { openId } = table
  if (panel === undefined || openId === null) return null
  const { rows, focus } = state
  const index = rows.findIndex(({ id }) => id === openId)
  const go = (step: number) => {
    const next = rows[index + step]
    if (index === -1 || next === undefined) return
    focus.setCurrent(next.id)
    table.open(next.id)
  }
  return panel({
    id: openId,
    row: rows[index]?.row,
    ways: { onClose: () => table.open(null), onNext: () => go(1), onPrevious: () => go(-1) },
  })
}
