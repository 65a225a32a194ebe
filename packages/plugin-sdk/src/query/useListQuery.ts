import { useMemo } from 'react'
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { CallArguments, ClientError, Endpoint } from '@host/client'
import type { Page } from '@host/plugin/wire'
import { askedList, type ItemOf } from './asked-queries.ts'
import { useClient } from './useClient.ts'
import { readableResult } from './errors-to.ts'
import { withChanges } from './pending-changes.ts'
import { useShownChanges } from './usePendingChanges.ts'
import type { QueryOptions, QueryResult } from './useQuery.ts'

type ListEndpoint = Endpoint<`GET ${string}`>

/** The items of the pages that were loaded, and how to load more. */
export interface ListQueryResult<Item> extends Omit<QueryResult<readonly Item[]>, 'data'> {
  readonly items: readonly Item[] | undefined
  /** Counted by the server when the input asks for it. */
  readonly total: number | undefined
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => Promise<void>
}

/**
 * A list of `{items, nextCursor}`, page after page.
 * @example const { items, hasMore, loadMore } = useListQuery(listNotes)
 * @since 1.0.0
 */
export function useListQuery<E extends ListEndpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E, QueryOptions>
): ListQueryResult<ItemOf<E>> {
  const client = useClient()
  const result = useInfiniteQuery<
    Page<ItemOf<E>>,
    ClientError,
    InfiniteData<Page<ItemOf<E>>, string | null>,
    readonly unknown[],
    string | null
  >({
    ...askedList(client, endpoint, input),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleMilliseconds === undefined ? {} : { staleTime: options.staleMilliseconds }),
    ...(options.refetchMilliseconds === undefined ? {} : { refetchInterval: options.refetchMilliseconds }),
    ...(options.keepPrevious === false ? {} : { placeholderData: keepPreviousData }),
  })
  const changes = useShownChanges()
  const { data, ...state } = readableResult(result, options.errors)
  const pages = useMemo(
    () => data?.pages.map((page) => withChanges(page, endpoint.pattern, changes)),
    [data, endpoint.pattern, changes],
  )
  return {
    ...state,
    items: useMemo(() => pages?.flatMap((page) => page.items), [pages]),
    total: pages?.[0]?.total,
    isPrevious: result.isPlaceholderData,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    refetch: async () => void (await result.refetch()),
    loadMore: async () => void (await result.fetchNextPage()),
  }
}
