import type { Endpoint, EndpointInput, EndpointOutput } from '@host/client'
import type { Page } from '@host/plugin/wire'
import { useClient } from '../query/useClient.ts'

type ItemOf<E extends Endpoint> = EndpointOutput<E> extends Page<infer Item> ? Item : never

/** More items than this are not acted on at once. */
const most = 2_000
const pageSize = 200

/**
 * Returns a function that reads all matching items for a bulk action: at most 2,000 items, always from the server.
 * @example const readAll = useMatching(listNotes); const notes = await readAll({ status: 'open' })
 * @since 1.0.0
 */
export function useMatching<E extends Endpoint<`GET ${string}`>>(
  endpoint: E,
): (input: EndpointInput<E>) => Promise<readonly ItemOf<E>[]> {
  const client = useClient()
  const call = client.call as unknown as (asked: Endpoint, input: object) => Promise<Page<ItemOf<E>>>
  return async (input) => {
    const items: ItemOf<E>[] = []
    let cursor: string | null = null
    do {
      const place: object = cursor === null ? {} : { cursor }
      const page: Page<ItemOf<E>> = await call(endpoint, { ...(input as object), limit: pageSize, ...place })
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null && items.length < most)
    return items.slice(0, most)
  }
}
