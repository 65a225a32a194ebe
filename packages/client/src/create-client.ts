import type { Endpoint, EndpointOutput, Upload, UploadInput } from '@host/plugin/wire'
import { buildRequest, type Call } from './build-request.ts'
import { ClientError } from './client-error.ts'
import type { ClientOptions } from './client-options.ts'
import type { CallArguments, Client, OpenArguments, OpenPattern, UploadCallOptions } from './client.ts'
import { exchange } from './exchange.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { openAnswer } from './open-answer.ts'
import { readAnswer } from './read-answer.ts'
import { platformClock } from './retry/client-clock.ts'
import { changesSomething, keepsAnswers, mayRepeat } from './retry/may-repeat.ts'
import { withRetries } from './retry/with-retries.ts'
import { sendUpload } from './send-upload.ts'

/**
 * Typed calls to a host, in a browser or in Node. Safe calls are repeated while the host or the way to it is busy:
 * reads, and changes with an idempotency key, which all but public ones have.
 * @throws {TypeError} for an address or a token that no request can carry
 * @example
 * const client = createClient({ baseUrl: 'https://work.example', token })
 * const { items } = await client.call(listNotes, { limit: 20 })
 * @since 1.0.0
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options)
  return Object.freeze({
    async call<E extends Endpoint>(endpoint: E, ...[input, callOptions]: CallArguments<E>): Promise<EndpointOutput<E>> {
      if (endpoint.upload !== undefined) throw new TypeError(`"${endpoint.pattern}" is an upload: use client.upload.`)
      const call = withKey({ endpoint, input, options: callOptions ?? {} })
      return (await answerOf(call, options, readAnswer)) as EndpointOutput<E>
    },
    async upload<U extends Upload>(
      endpoint: U,
      input: UploadInput<U>,
      uploadOptions?: UploadCallOptions,
    ): Promise<EndpointOutput<U>> {
      return (await uploadOf(endpoint, { input, options: uploadOptions ?? {} }, options)) as EndpointOutput<U>
    },
    open<const P extends OpenPattern>(
      pattern: P,
      ...[input, openOptions]: OpenArguments<NoInfer<P>>
    ): Promise<Response> {
      const call: Call = { endpoint: { pattern }, input, options: openOptions ?? {} }
      return answerOf(call, options, (response) => openAnswer(response, openOptions?.signal))
    },
  })
}

function checkOptions({ baseUrl, token }: ClientOptions): void {
  if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError('The address of a host begins with http.')
  // The platform's own message would repeat the token.
  if (token !== undefined && !/^[!-~]+$/.test(token)) {
    throw new TypeError('The token is not an API token: it is empty, or has a character that no header can carry.')
  }
}

/** A call whose answer the host stores carries a key, so that the client can repeat it. */
function withKey(call: Call): Call {
  const { endpoint, options } = call
  if (options.idempotencyKey !== undefined || !changesSomething(endpoint) || !keepsAnswers(endpoint)) return call
  return { ...call, options: { ...options, idempotencyKey: newIdempotencyKey() } }
}

async function answerOf<Result>(
  call: Call,
  options: ClientOptions,
  take: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { retry = options.retry ?? {}, signal } = call.options
  const limit = options.timeoutMilliseconds ?? 30_000
  const ask = (left: number): Promise<Result> => {
    const request = buildRequest(call, options)
    return exchange({ request, call: call.options, options, milliseconds: Math.min(limit, left), take })
  }
  try {
    if (retry === false || !mayRepeat(call)) return await ask(limit)
    return await withRetries(ask, { ...retry, signal, clock: options.clock ?? platformClock })
  } catch (error) {
    if (error instanceof ClientError) report(error, options)
    throw error
  }
}

async function uploadOf(
  endpoint: Upload,
  { input, options: call }: { readonly input: { readonly file: Blob }; readonly options: UploadCallOptions },
  options: ClientOptions,
): Promise<unknown> {
  const { file, ...fields } = input
  const { fileName = nameOf(file), idempotencyKey } = call
  const headers: Record<string, string> = { 'content-type': file.type === '' ? anyType : file.type }
  if (fileName !== undefined) headers['x-file-name'] = encodeURIComponent(fileName)
  const named = idempotencyKey === undefined ? { headers } : { headers, idempotencyKey }
  const request = buildRequest(withKey({ endpoint, input: fields, options: named }), options)
  try {
    return await sendUpload({ request, file, call, options })
  } catch (error) {
    if (error instanceof ClientError) report(error, options)
    throw error
  }
}

const anyType = 'application/octet-stream'

function nameOf(file: Blob): string | undefined {
  return 'name' in file && typeof file.name === 'string' ? file.name.toWellFormed() : undefined
}

function report(error: ClientError, { onUnauthenticated, onCsrfRefused }: ClientOptions): void {
  if (error.code === 'unauthenticated') onUnauthenticated?.(error)
  if (error.code === 'csrf_token') onCsrfRefused?.(error)
}
