import type { Endpoint, EndpointOutput } from '@host/client'
import type { QueryClient } from '@tanstack/react-query'
import { endpointKey } from './query-key.ts'

/** Shows a change before the server has confirmed it. */
export interface OptimisticCache {
  /** Changes what is shown of an endpoint, for every input that has been asked. */
  update<E extends Endpoint<`GET ${string}`>>(endpoint: E, change: (data: EndpointOutput<E>) => EndpointOutput<E>): void
}

/** Changes kept data and remembers what was there, so that a refused write leaves no trace. */
export function openOptimisticCache(queries: QueryClient): OptimisticCache & { readonly rollBack: () => void } {
  const before: (readonly [readonly unknown[], unknown])[] = []
  return {
    update<E extends Endpoint>(endpoint: E, change: (data: EndpointOutput<E>) => EndpointOutput<E>) {
      const filter = { queryKey: endpointKey(endpoint), predicate: isPlain }
      void queries.cancelQueries(filter)
      before.push(...queries.getQueriesData(filter))
      queries.setQueriesData<EndpointOutput<E>>(filter, (data) => (data === undefined ? data : change(data)))
    },
    rollBack() {
      for (const [key, data] of before.toReversed()) queries.setQueryData(key, data)
    },
  }
}

/** Lists are kept page after page and are fetched anew instead. */
function isPlain({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey.length === 2
}
