import { Button } from '../components/Button.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { pageRows, type TableSource } from './table-source.ts'
import { mostPages } from './table-state.ts'
import type { TableHandle } from './useTable.ts'

export interface TableFooterProps {
  readonly source: TableSource<unknown>
  /** How many rows are shown. */
  readonly shown: number
  readonly table: Pick<TableHandle, 'page' | 'setPage'>
}

/** How many rows there are, and more of them. */
export function TableFooter({ source, shown, table }: TableFooterProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { total, hasMore = false, isLoadingMore = false } = source
  const isPart = total !== undefined && total > shown
  const count = isPart
    ? t('sdk.table.countOf', { shown: number(shown), total: number(total) })
    : t('sdk.table.count', { count: shown, number: `${number(shown)}${hasMore ? '+' : ''}` })
  function showMore() {
    const next = Math.ceil(shown / pageRows) + 1
    // The address states how many pages to load. After a failure, or beyond the limit of the address, the next page is
    // loaded from here.
    if (next > mostPages || next === table.page) void source.loadMore?.()
    else table.setPage(next)
  }
  return (
    <div className="flex h-10 items-center justify-between gap-3 pr-2 pl-4 text-xs text-subtle">
      <span aria-live="polite">{count}</span>
      {hasMore && (
        <Button size="compact" variant="ghost" busy={isLoadingMore} onClick={showMore}>
          {t('sdk.table.more')}
        </Button>
      )}
    </div>
  )
}
