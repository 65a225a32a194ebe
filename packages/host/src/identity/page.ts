import { limits, type Page, type PageRequest } from '@host/plugin'

/** How many rows to read for a page: one more than it shows, to know whether another one follows. */
export function rowsToRead({ limit }: PageRequest): number {
  return pageSize(limit) + 1
}

/** The page of the rows that were read; its cursor is the id of its last entry. */
export function pageOf<Entry>(
  rows: readonly Entry[],
  { limit }: PageRequest,
  idOf: (entry: Entry) => string,
): Page<Entry> {
  const items = rows.slice(0, pageSize(limit))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > items.length && last !== undefined ? idOf(last) : null }
}

function pageSize(limit: number = limits.defaultPageSize): number {
  return Math.min(Math.max(1, Math.trunc(limit)), limits.pageSize)
}
