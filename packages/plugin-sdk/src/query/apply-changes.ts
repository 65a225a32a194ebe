import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { withChanges, type PendingChange } from './pending-changes.ts'

/** Merges changes into the cached data. Requests in flight were sent before the changes, and are cancelled. */
export async function applyChanges(queries: QueryClient, changes: readonly PendingChange[]): Promise<void> {
  const patterns = [...new Set(changes.map(({ pattern }) => pattern))]
  await Promise.all(patterns.map((pattern) => queries.cancelQueries({ queryKey: [pattern] })))
  for (const pattern of patterns) {
    for (const [key, data] of queries.getQueriesData({ queryKey: [pattern] })) {
      if (data === undefined) continue
      const changed = isList(key) ? withChangedPages(data, pattern, changes) : withChanges(data, pattern, changes)
      queries.setQueryData(key, changed)
    }
  }
}

/** The kept pages of a list, each with the changes to its endpoint. */
export function withChangedPages(data: unknown, pattern: string, changes: readonly PendingChange[]): unknown {
  const list = data as InfiniteData<unknown>
  return { ...list, pages: list.pages.map((page) => withChanges(page, pattern, changes)) }
}

/** A list that is loaded page by page says so in the third part of its key. */
function isList(key: readonly unknown[]): boolean {
  return key.length > 2
}
