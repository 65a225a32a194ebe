import { useEffect } from 'react'
import { pageRows, type TableSource } from './table-source.ts'
import type { TableHandle } from './useTable.ts'

/** Loads a list as far as its address says, one page after the other; what fails waits to be asked for again. */
export function useLoadedPages(source: TableSource<unknown>, { page }: Pick<TableHandle, 'page'>): void {
  const { items, hasMore = false, isLoadingMore = false, isPrevious = false, error, loadMore } = source
  const isShort = items !== undefined && items.length <= (page - 1) * pageRows
  const isWanted = isShort && hasMore && !isLoadingMore && !isPrevious && (error === undefined || error === null)
  useEffect(() => {
    if (isWanted) void loadMore?.()
  }, [isWanted, items?.length]) // Once for each number of rows.
}
