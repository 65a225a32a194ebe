import type { QueryClient } from '@tanstack/react-query'
import type { CallArguments, Client, Endpoint, EndpointOutput } from '@host/client'
import type { Page } from '@host/plugin/wire'
import { queryKey } from './query-key.ts'

type ReadEndpoint = Endpoint<`GET ${string}`>

/** An item of a list endpoint. */
export type ItemOf<E extends ReadEndpoint> = EndpointOutput<E> extends Page<infer Item> ? Item : never

/** TanStack Query options for an endpoint that returns a single result. */
export function askedQuery<E extends ReadEndpoint>(
  client: Client,
  endpoint: E,
  input: CallArguments<E>[0] | undefined,
) {
  return {
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<EndpointOutput<E>> =>
      client.call(endpoint, ...([input, { signal }] as unknown as CallArguments<E>)),
  }
}

/** The same of a list that is asked for page after page. */
export function askedList<E extends ReadEndpoint>(client: Client, endpoint: E, input: CallArguments<E>[0] | undefined) {
  return {
    queryKey: [...queryKey(endpoint, input), 'list'],
    queryFn: async (asking: { readonly pageParam: string | null; readonly signal: AbortSignal }) => {
      const { pageParam, signal } = asking
      const asked = pageParam === null ? input : { ...input, cursor: pageParam }
      return (await client.call(endpoint, ...([asked, { signal }] as unknown as CallArguments<E>))) as Page<ItemOf<E>>
    },
    initialPageParam: null,
    getNextPageParam: (last: Page<ItemOf<E>>) => last.nextCursor,
  }
}

/** Prefetches data for a page; use the same endpoint and input as the page's hooks. */
export interface AskAhead {
  readonly query: <E extends ReadEndpoint>(endpoint: E, ...input: AheadInput<E>) => void
  readonly list: <E extends ReadEndpoint>(endpoint: E, ...input: AheadInput<E>) => void
}

type AheadInput<E extends Endpoint> = CallArguments<E, never>

/** Prefetches into the cache. Errors are ignored; the page's own request reports them. */
export function askAhead(queries: QueryClient, client: Client): AskAhead {
  return {
    query: (endpoint, ...[input]) => void queries.query(askedQuery(client, endpoint, input)).catch(leave),
    list: (endpoint, ...[input]) => void queries.infiniteQuery(askedList(client, endpoint, input)).catch(leave),
  }
}

function leave(): void {}
