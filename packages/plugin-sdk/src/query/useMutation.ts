import { useMutation as useTanStackMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, ClientError, Endpoint, EndpointInput, EndpointOutput } from '@host/client'
import { isProofRefusal } from '../session/reauth-prompt.ts'
import { applyChanges } from './apply-changes.ts'
import { collectChanges, type OptimisticCache, type PendingChange } from './pending-changes.ts'
import { useClient } from './useClient.ts'
import { usePendingChanges } from './usePendingChanges.ts'
import { refetchChanged, sendWrite, type WriteEffects } from './write-effects.ts'

/** Effects and callbacks of a write. */
export interface MutationOptions<E extends Endpoint> extends WriteEffects {
  /** Shows the result at once; rolled back when the server refuses. */
  readonly optimistic?: (cache: OptimisticCache, input: EndpointInput<E>) => void
  readonly onSuccess?: (output: EndpointOutput<E>, input: EndpointInput<E>) => void
  readonly onError?: (error: ClientError, input: EndpointInput<E>) => void
}

/** A write, and how it is doing. */
export interface MutationResult<E extends Endpoint> {
  /**
   * Starts the write; its failure shows in `error`. Where the server asks for a fresh proof of who is there, the reader
   * is asked and the write sent again; a reader who gives up has failed at nothing, and `error` stays null.
   */
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
  const pending = usePendingChanges()
  const { mutate, mutateAsync, data, error, isPending, reset } = useTanStackMutation<
    EndpointOutput<E>,
    ClientError,
    EndpointInput<E>,
    ShownWrite
  >({
    mutationFn: (input) => sendWrite(client, { endpoint, input }),
    onMutate(input) {
      const changes = collectChanges((cache) => options.optimistic?.(cache, input))
      return { changes, takeBack: pending.show(changes) }
    },
    onError(failure, input, shown) {
      shown?.takeBack()
      if (!isProofRefusal(failure)) options.onError?.(failure, input)
    },
    async onSuccess(output, input, { changes, takeBack }) {
      options.onSuccess?.(output, input)
      await applyChanges(queries, changes)
      takeBack()
      await refetchChanged(queries, options)
    },
  })
  return {
    mutate: (...[input]) => mutate(input as EndpointInput<E>),
    mutateAsync: (...[input]) => mutateAsync(input as EndpointInput<E>),
    data,
    error: isProofRefusal(error) ? null : error,
    isPending,
    reset,
  }
}

/** Changes shown for a write before the server has confirmed it. */
interface ShownWrite {
  readonly changes: readonly PendingChange[]
  readonly takeBack: () => void
}
