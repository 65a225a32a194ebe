import type { BuiltRequest } from './build-request.ts'
import { ClientError } from './client-error.ts'
import type { ClientOptions } from './client-options.ts'
import type { CallOptions } from './client.ts'
import { noAnswer } from './no-answer.ts'

/** How long a timer can wait at most, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Parts of one attempt of a call. */
export interface Exchange<Result> {
  readonly request: Pick<BuiltRequest, 'url'> & {
    readonly init: Omit<BuiltRequest['init'], 'body'> & { readonly body?: string | Blob }
  }
  readonly call: CallOptions
  readonly options: ClientOptions
  /** How long it may take until the answer is taken, in milliseconds. */
  readonly milliseconds: number
  readonly take: (response: Response) => Promise<Result>
}

/**
 * Sends a request and reads its answer. A redirect is not followed: no endpoint sends one, and the request would go to
 * an unintended place.
 * @throws {ClientError} for everything but an abort
 */
export async function exchange<Result>(asked: Exchange<Result>): Promise<Result> {
  const { request, call, options, milliseconds, take } = asked
  const { signal, keepalive = false } = call
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(milliseconds, longestTimer))
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
  try {
    const sent = { ...request.init, keepalive, redirect: 'manual', signal: either } as const
    return await take(await (options.fetch ?? fetch)(request.url, sent))
  } catch (error) {
    if (error instanceof ClientError) throw error
    signal?.throwIfAborted()
    throw noAnswer(late.signal.aborted ? 'timeout' : 'network', error)
  } finally {
    clearTimeout(timer)
  }
}
