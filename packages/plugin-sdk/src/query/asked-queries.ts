import type { QueryClient } from '@tanstack/react-query'
import type { CallArguments, Client, Endpoint, EndpointOutput } from '@host/client'
import type { Page } from '@host/plugin/wire'
import { queryKey } from './query-key.ts'

type ReadEndpoint = Endpoint<`GET ${string}`>

/** An item of a list endpoint. */
export type ItemOf<E extends ReadEndpoint> = EndpointOutput<E> extends Page<infer Item> ? Item : never

/** What TanStack Query has to know of an endpoint that is asked for what it answers. */
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

/** Asks ahead for what a page will ask for: with the same endpoint and input as its hooks. */
export interface AskAhead {
  readonly query: <E extends ReadEndpoint>(endpoint: E, ...input: AheadInput<E>) => void
  readonly list: <E extends ReadEndpoint>(endpoint: E, ...input: AheadInput<E>) => void
}

type AheadInput<E extends Endpoint> = CallArguments<E, never>

/** Asks ahead into the kept data. What fails is left to the page, which asks again. */
export function askAhead(queries: QueryClient, client: Client): AskAhead {
  return {
    query: (endpoint, ...[input]) => void queries.query(askedQuery(client, endpoint, input)).catch(leave),
    list: (endpoint, ...[input]) => void queries.infiniteQuery(askedList(client, endpoint, input)).catch(leave),
  }
}

function leave(): void {}
