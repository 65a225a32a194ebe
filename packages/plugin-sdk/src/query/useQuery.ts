import { keepPreviousData, useQuery as useTanStackQuery } from '@tanstack/react-query'
import type { CallArguments, ClientError, Endpoint, EndpointOutput } from '@host/client'
import { askedQuery } from './asked-queries.ts'
import { useClient } from './useClient.ts'
import { readableResult, type ErrorsTo } from './errors-to.ts'
import { useShown } from './useShown.ts'

/** How a query behaves. */
export interface QueryOptions {
  /** `false` waits: nothing is asked until something else is known. */
  readonly enabled?: boolean
  /** How long an answer counts as fresh, in milliseconds; 30,000 when left out. */
  readonly staleMilliseconds?: number
  /** Asks again this often, in milliseconds, while the page is seen. */
  readonly refetchMilliseconds?: number
  /** `false` shows nothing while another input loads; otherwise the old data stay, marked `isPrevious`. */
  readonly keepPrevious?: boolean
  /**
   * Where errors are shown. `gate` (default): a failed first load, and any 402, 403 or 404, replaces the page or widget
   * with the standard view. `list`: a failed first load stands in the `DataTable` or `RowList` that shows the query, below its
   * page's heading and tools. `page`: the page reads `error`.
   */
  readonly errors?: ErrorsTo
}

/** Server data, and how it is doing. */
export interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: ClientError | null
  /** Nothing has arrived yet: show the skeleton. */
  readonly isPending: boolean
  /** Something is on its way, first or again. */
  readonly isFetching: boolean
  /** `data` belong to the input before. */
  readonly isPrevious: boolean
  readonly refetch: () => Promise<void>
}

/**
 * The response of an endpoint, kept fresh and shared by all components with the same query.
 * @example
 * const notes = useQuery(listNotes, { status: 'open' })
 * if (notes.data === undefined) return <Skeleton />
 * @since 1.0.0
 */
export function useQuery<E extends Endpoint<`GET ${string}`>>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E, QueryOptions>
): QueryResult<EndpointOutput<E>> {
  const client = useClient()
  const result = useTanStackQuery<EndpointOutput<E>, ClientError>({
    ...askedQuery(client, endpoint, input),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleMilliseconds === undefined ? {} : { staleTime: options.staleMilliseconds }),
    ...(options.refetchMilliseconds === undefined ? {} : { refetchInterval: options.refetchMilliseconds }),
    ...(options.keepPrevious === false ? {} : { placeholderData: keepPreviousData }),
  })
  const { error, isPending, isFetching } = result
  const data = useShown(endpoint.pattern, result.data)
  return {
    ...readableResult({ data, error, isPending, isFetching }, options.errors),
    isPrevious: result.isPlaceholderData,
    refetch: async () => void (await result.refetch()),
  }
}
