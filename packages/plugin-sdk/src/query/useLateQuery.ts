import { useEffect, useState } from 'react'
import type { CallArguments, Endpoint, EndpointOutput } from '@host/client'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { useQuery, type QueryOptions, type QueryResult } from './useQuery.ts'

/** Stands in until the endpoint is loaded. It is never called, and no other query has its pattern and so its data. */
const notLoaded = defineEndpoint({
  pattern: 'GET /not-loaded',
  input: nothing,
  output: nothing,
  audience: 'user',
  summary: '',
})

/**
 * `useQuery` of an endpoint whose definition is loaded with the hook. Use it in code that comes with the frame, such as
 * `useShown` of a widget: the frame then carries neither the definition nor the schema library. A definition that can't
 * be loaded leaves the query pending. `load` must be a stable function.
 * @example
 * const loadTop = () => import('../shared/top.ts').then((module) => module.listTop)
 * export const useHasTop = (): boolean => useLateQuery(loadTop, {}).data?.items.length !== 0
 * @since 1.0.0
 */
export function useLateQuery<E extends Endpoint<`GET ${string}`>>(
  load: () => Promise<E>,
  ...[input, options = {}]: CallArguments<E, QueryOptions>
): QueryResult<EndpointOutput<E>> {
  const [endpoint, setEndpoint] = useState<E>()
  useEffect(() => {
    load().then(
      (loaded) => setEndpoint(() => loaded),
      () => undefined,
    )
  }, [load])
  const enabled = endpoint !== undefined && options.enabled !== false
  const asked = (endpoint ?? notLoaded) as E
  return useQuery(asked, ...([input, { ...options, enabled }] as unknown as CallArguments<E, QueryOptions>))
}
