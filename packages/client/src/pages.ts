import type { Endpoint, EndpointOutput, Page } from '@host/plugin/wire'
import type { CallArguments, Client } from './client.ts'
import { ClientError } from './client-error.ts'

/** A list endpoint: it answers `{ items, nextCursor }` and takes the cursor as `cursor`. */
export type ListEndpoint = Endpoint<`GET ${string}`>

/** An item of a list endpoint. */
export type ItemOf<E extends ListEndpoint> = EndpointOutput<E> extends Page<infer Item> ? Item : never

/** Keeps endpoints out that answer no pages. */
type Paged<E extends ListEndpoint> =
  EndpointOutput<E> extends Page<unknown> ? unknown : { readonly 'the endpoint answers no pages': never }

/**
 * The pages of a list, one call each, for as long as the caller reads them.
 * @throws {ClientError} also for a list that returns to an earlier page, which would never end
 * @example for await (const { items } of pages(client, listNotes, { status: 'open' })) await store(items)
 * @since 1.0.0
 */
export async function* pages<E extends ListEndpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E & Paged<E>,
  ...[input, options]: CallArguments<E>
): AsyncGenerator<Page<ItemOf<E>>, void, undefined> {
  const seen = new Set<string>()
  let asked: unknown = input ?? {}
  for (;;) {
    const answer: unknown = await client.call<E>(endpoint, ...([asked, options] as unknown as CallArguments<E>))
    if (!isPage<ItemOf<E>>(answer)) throw unfit('The answer is not a page of a list.')
    yield answer
    const { nextCursor } = answer
    if (nextCursor === null) return
    if (seen.has(nextCursor)) throw unfit('The list came back to a page that it had answered before.')
    seen.add(nextCursor)
    asked = { ...input, cursor: nextCursor }
  }
}

/**
 * The items of a list, page after page.
 * @throws {ClientError} as `pages`
 * @example for await (const note of items(client, listNotes)) console.log(note.title)
 * @since 1.0.0
 */
export async function* items<E extends ListEndpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E & Paged<E>,
  ...args: CallArguments<E>
): AsyncGenerator<ItemOf<E>, void, undefined> {
  for await (const page of pages<E>(client, endpoint, ...args)) yield* page.items
}

function isPage<Item>(value: unknown): value is Page<Item> {
  if (typeof value !== 'object' || value === null || !('items' in value) || !('nextCursor' in value)) return false
  return Array.isArray(value.items) && (value.nextCursor === null || typeof value.nextCursor === 'string')
}

function unfit(message: string): ClientError {
  return new ClientError({ code: 'unexpected_answer', status: 200, message })
}
