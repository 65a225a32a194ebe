import { useEffect } from 'react'
import { pageRows, type TableSource } from './table-source.ts'
import type { TableHandle } from './useTable.ts'

/**
 * Loads the pages of a list up to the number in its address, one after another; a failed page is not retried
 * automatically.
 */
export function useLoadedPages(source: TableSource<unknown>, { page }: Pick<TableHandle, 'page'>): void {
  const { items, hasMore = false, isLoadingMore = false, isPrevious = false, error, loadMore } = source
  const isShort = items !== undefined && items.length <= (page - 1) * pageRows
  const isWanted = isShort && hasMore && !isLoadingMore && !isPrevious && (error === undefined || error === null)
  useEffect(() => {
    if (isWanted) void loadMore?.()
  }, [isWanted, items?.length]) // Once for each number of rows.
}
