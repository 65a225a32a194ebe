import type { Endpoint, EndpointOutput } from '@host/client'
import type { QueryClient } from '@tanstack/react-query'
import { endpointKey } from './query-key.ts'

/** Shows a change before the server has confirmed it. */
export interface OptimisticCache {
  /** Changes what is shown of an endpoint, for every input that has been asked. */
  update<E extends Endpoint<`GET ${string}`>>(endpoint: E, change: (data: EndpointOutput<E>) => EndpointOutput<E>): void
}

/**
 * Changes kept data and remembers what was there, so that a refused write leaves no trace. What has changed since is
 * left alone: it is newer, or another session's.
 */
export function openOptimisticCache(queries: QueryClient): OptimisticCache & { readonly rollBack: () => void } {
  const changes: { readonly key: readonly unknown[]; readonly before: unknown; readonly shown: unknown }[] = []
  return {
    update<E extends Endpoint>(endpoint: E, change: (data: EndpointOutput<E>) => EndpointOutput<E>) {
      const filter = { queryKey: endpointKey(endpoint), predicate: isPlain }
      void queries.cancelQueries(filter)
      for (const [key, before] of queries.getQueriesData<EndpointOutput<E>>(filter)) {
        if (before === undefined) continue
        changes.push({ key, before, shown: queries.setQueryData<EndpointOutput<E>>(key, change(before)) })
      }
    },
    rollBack() {
      for (const { key, before, shown } of changes.toReversed()) {
        if (queries.getQueryData(key) === shown) queries.setQueryData(key, before)
        else void queries.invalidateQueries({ queryKey: key, exact: true })
      }
    },
  }
}

/** Lists are kept page after page and are fetched anew instead. */
function isPlain({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey.length === 2
}
