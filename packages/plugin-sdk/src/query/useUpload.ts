import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ClientError, newIdempotencyKey, type EndpointOutput, type Upload, type UploadInput } from '@host/client'
import { useClient } from './useClient.ts'
import { refetchChanged, type WriteEffects } from './write-effects.ts'
import { isProofRefusal } from '../session/reauth-prompt.ts'

/** Effects and callbacks of an upload. */
export interface UploadEffects<U extends Upload> extends WriteEffects {
  readonly onSuccess?: (output: EndpointOutput<U>, input: UploadInput<U>) => void
  readonly onError?: (error: ClientError, input: UploadInput<U>) => void
}

/** An upload, and how it is doing. */
export interface UploadResult<U extends Upload> {
  /** Sends a file with its fields, in place of one that is still being sent. */
  readonly upload: (input: UploadInput<U>) => void
  /** Stops sending; nothing of the file is stored. */
  readonly cancel: () => void
  /** Sends the last file again. Where the answer was lost, it is not stored twice. */
  readonly retry: () => void
  readonly isPending: boolean
  /** How much has been sent, from 0 to 1; undefined unless it is pending. */
  readonly progress: number | undefined
  readonly data: EndpointOutput<U> | undefined
  readonly error: ClientError | null
}

interface Standing<U extends Upload> {
  readonly progress?: number
  readonly data?: EndpointOutput<U>
  readonly error?: ClientError
}

interface Attempt<U extends Upload> {
  readonly input: UploadInput<U>
  readonly idempotencyKey: string
  readonly end: AbortController
}

/**
 * Uploads a file, with progress. Leaving the page cancels it.
 * @example
 * const { upload, progress, cancel } = useUpload(addReceipt, { invalidates: [listReceipts] })
 * upload({ id: expense.id, file })
 * @since 1.0.0
 */
export function useUpload<U extends Upload>(definition: U, effects: UploadEffects<U> = {}): UploadResult<U> {
  const client = useClient()
  const queries = useQueryClient()
  const last = useRef<Attempt<U>>(undefined)
  const [standing, setStanding] = useState<Standing<U>>({})
  useEffect(() => () => last.current?.end.abort(), [])
  async function send(input: UploadInput<U>, idempotencyKey: string) {
    last.current?.end.abort()
    const attempt = { input, idempotencyKey, end: new AbortController() }
    last.current = attempt
    const show = (next: Standing<U>) => {
      if (!attempt.end.signal.aborted) setStanding(next)
    }
    show({ progress: 0 })
    try {
      const data = await client.upload(definition, input, {
        idempotencyKey,
        signal: attempt.end.signal,
        onProgress: ({ sent, total }) => show({ progress: total === 0 ? 1 : sent / total }),
      })
      show({ data })
      effects.onSuccess?.(data, input)
      await refetchChanged(queries, effects)
    } catch (error) {
      if (!(error instanceof ClientError) || isProofRefusal(error)) return show({})
      show({ error })
      effects.onError?.(error, input)
    }
  }
  const cancel = useCallback(() => {
    last.current?.end.abort()
    setStanding({})
  }, [])
  return {
    upload: (input) => void send(input, newIdempotencyKey()),
    cancel,
    retry() {
      if (last.current === undefined) return
      const { input, idempotencyKey } = last.current
      void send(input, isUnknown(standing.error) ? idempotencyKey : newIdempotencyKey())
    },
    isPending: standing.progress !== undefined,
    progress: standing.progress,
    data: standing.data,
    error: standing.error ?? null,
  }
}

/** Whether the file may be stored all the same; a refusal is an answer, which the same key would only repeat. */
function isUnknown(error: ClientError | undefined): boolean {
  return error !== undefined && (error.status === 0 || error.status === 408 || error.status >= 500)
}
