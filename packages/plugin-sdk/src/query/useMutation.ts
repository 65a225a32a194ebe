import { useMutation as useTanStackMutation, useQueryClient } from '@tanstack/react-query'
import type { Client, CallArguments, ClientError, Endpoint, EndpointInput, EndpointOutput } from '@host/client'
import { useClient } from './useClient.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { openOptimisticCache, type OptimisticCache } from './optimistic-cache.ts'
import { endpointKey } from './query-key.ts'
import { listInstanceMenus, listMenus, readMe } from './shell-endpoints.ts'

/** Data of the shell that a page's write may change. */
export type ShellData = keyof typeof shellData

const shellData = { menus: [listMenus, listInstanceMenus], session: [readMe] } satisfies Record<
  string,
  readonly Endpoint[]
>

/** What a write touches. */
export interface MutationOptions<E extends Endpoint> {
  /** Endpoints whose data the write changes; they are asked again when it has succeeded. */
  readonly invalidates?: readonly Endpoint[]
  /** What the shell shows that the write changes: the menus of both shells, or who is signed in and where. */
  readonly refreshes?: readonly ShellData[]
  /** Shows the result at once; rolled back when the server refuses. */
  readonly optimistic?: (cache: OptimisticCache, input: EndpointInput<E>) => void
  readonly onSuccess?: (output: EndpointOutput<E>, input: EndpointInput<E>) => void
  readonly onError?: (error: ClientError, input: EndpointInput<E>) => void
}

/** A write, and how it is doing. */
export interface MutationResult<E extends Endpoint> {
  /** Starts the write; its failure shows in `error`. */
  readonly mutate: (...input: MutationInput<E>) => void
  /** Starts the write. @throws {ClientError} */
  readonly mutateAsync: (...input: MutationInput<E>) => Promise<EndpointOutput<E>>
  readonly data: EndpointOutput<E> | undefined
  readonly error: ClientError | null
  readonly isPending: boolean
  readonly reset: () => void
}

/** The input of a write; left out when nothing in it is required. */
export type MutationInput<E extends Endpoint> =
  CallArguments<E> extends readonly [input: infer Input, options?: unknown]
    ? readonly [input: Input]
    : readonly [input?: CallArguments<E>[0]]

/**
 * Calls an endpoint that changes something. Every call carries a fresh idempotency key.
 * @example
 * const create = useMutation(createNote, { invalidates: [listNotes] })
 * create.mutate({ title })
 * @since 1.0.0
 */
export function useMutation<E extends Endpoint>(endpoint: E, options: MutationOptions<E> = {}): MutationResult<E> {
  const client = useClient()
  const queries = useQueryClient()
  const { mutate, mutateAsync, data, error, isPending, reset } = useTanStackMutation<
    EndpointOutput<E>,
    ClientError,
    EndpointInput<E>,
    { readonly rollBack: () => void }
  >({
    mutationFn: (input) => callOnce(client, endpoint, input),
    onMutate(input) {
      const cache = openOptimisticCache(queries)
      options.optimistic?.(cache, input)
      return cache
    },
    onError(failure, input, cache) {
      cache?.rollBack()
      options.onError?.(failure, input)
    },
    async onSuccess(output, input) {
      options.onSuccess?.(output, input)
      const changed: readonly Endpoint[] = [
        ...(options.invalidates ?? []),
        ...(options.refreshes ?? []).flatMap((one): readonly Endpoint[] => shellData[one]),
      ]
      await Promise.all(changed.map((one) => queries.invalidateQueries({ queryKey: endpointKey(one) })))
    },
  })
  return {
    mutate: (...[input]) => mutate(input as EndpointInput<E>),
    mutateAsync: (...[input]) => mutateAsync(input as EndpointInput<E>),
    data,
    error,
    isPending,
    reset,
  }
}

function callOnce<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  return client.call(endpoint, ...([input, { idempotencyKey: newIdempotencyKey() }] as unknown as CallArguments<E>))
}
