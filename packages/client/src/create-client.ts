import type { Endpoint, EndpointOutput } from '@host/plugin/wire'
import { buildRequest, type BuiltRequest, type Call } from './build-request.ts'
import { ClientError } from './client-error.ts'
import type { CallArguments, CallOptions, Client, ClientOptions } from './client-options.ts'
import { readAnswer } from './read-answer.ts'

/**
 * Typed calls to a host, in a browser or in Node.
 * @example
 * const client = createClient({ baseUrl: 'https://work.example', token })
 * const { items } = await client.call(listNotes, { limit: 20 })
 * @since 1.0.0
 */
export function createClient(options: ClientOptions): Client {
  return Object.freeze({
    async call<E extends Endpoint>(endpoint: E, ...[input, callOptions]: CallArguments<E>): Promise<EndpointOutput<E>> {
      const call: Call = { endpoint, input, options: callOptions ?? {} }
      try {
        return (await send(buildRequest(call, options), call.options, options)) as EndpointOutput<E>
      } catch (error) {
        if (error instanceof ClientError) report(error, options)
        throw error
      }
    },
  })
}

function report(error: ClientError, { onUnauthenticated, onCsrfRefused }: ClientOptions): void {
  if (error.code === 'unauthenticated') onUnauthenticated?.(error)
  if (error.code === 'csrf_token') onCsrfRefused?.(error)
}

async function send({ url, init }: BuiltRequest, call: CallOptions, options: ClientOptions): Promise<unknown> {
  const { signal, keepalive = false } = call
  const timeout = AbortSignal.timeout(options.timeoutMilliseconds ?? 30_000)
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  try {
    return await readAnswer(await (options.fetch ?? fetch)(url, { ...init, keepalive, signal: either }))
  } catch (error) {
    if (error instanceof ClientError) throw error
    signal?.throwIfAborted()
    throw noAnswer(timeout.aborted ? 'timeout' : 'network', error)
  }
}

const sentences = {
  timeout: 'The server took too long to answer.',
  network: 'The server could not be reached.',
}

function noAnswer(code: keyof typeof sentences, cause: unknown): ClientError {
  return new ClientError({ code, status: 0, message: sentences[code], cause })
}
