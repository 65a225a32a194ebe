import type { QueryClient } from '@tanstack/react-query'
import {
  newIdempotencyKey,
  type CallArguments,
  type CallOptions,
  type Client,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
} from '@host/client'
import { listInstanceMenus, listMenus } from '@host/platform-api/menus'
import { readMe } from '@host/platform-api/session'
import { endpointKey } from './query-key.ts'

/** Data of the shell that a page's write may change. */
export type ShellData = keyof typeof shellData

const shellData = { menus: [listMenus, listInstanceMenus], session: [readMe] } satisfies Record<
  string,
  readonly Endpoint[]
>

/** Data a write changes in addition to its response. */
export interface WriteEffects {
  /** Endpoints whose data the write changes; they are refetched after success. */
  readonly invalidates?: readonly Endpoint[]
  /** Shell data the write changes: the menus of both shells, or the session. */
  readonly refreshes?: readonly ShellData[]
}

/** Refetches the data that a write has changed. */
export async function refetchChanged(
  queries: QueryClient,
  { invalidates = [], refreshes = [] }: WriteEffects,
): Promise<void> {
  const changed = [...invalidates, ...refreshes.flatMap((one): readonly Endpoint[] => shellData[one])]
  await Promise.all(changed.map((one) => queries.invalidateQueries({ queryKey: endpointKey(one) })))
}

/** A call of a write. */
export interface Write<E extends Endpoint> extends CallOptions {
  readonly endpoint: E
  readonly input: EndpointInput<E>
}

/** Sends a write with an idempotency key of its own. @throws {ClientError} */
export function sendWrite<E extends Endpoint>(
  client: Client,
  { endpoint, input, ...options }: Write<E>,
): Promise<EndpointOutput<E>> {
  const asked = [input, { idempotencyKey: newIdempotencyKey(), ...options }]
  return client.call(endpoint, ...(asked as unknown as CallArguments<E>))
}
