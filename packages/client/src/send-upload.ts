import type { BuiltRequest } from './build-request.ts'
import type { ClientOptions } from './client-options.ts'
import type { UploadCallOptions } from './client.ts'
import { exchange } from './exchange.ts'
import { noAnswer } from './no-answer.ts'
import { readAnswer } from './read-answer.ts'

/** A file on its way. */
export interface SentUpload {
  readonly request: BuiltRequest
  readonly file: Blob
  readonly call: UploadCallOptions
  readonly options: ClientOptions
}

/** The part of a browser's `XMLHttpRequest` that is used; Node has none. */
interface Xhr {
  readonly upload: { addEventListener(event: 'progress', listener: (event: { readonly loaded: number }) => void): void }
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  addEventListener(event: 'load' | 'error' | 'abort' | 'loadend', listener: () => void): void
  send(body: Blob): void
  abort(): void
}

/**
 * Sends a file: with `XMLHttpRequest` where the platform has it, the only way to learn how much a browser has sent, and
 * with `fetch` elsewhere.
 * @throws {ClientError} for everything but an abort
 */
export async function sendUpload(sent: SentUpload): Promise<unknown> {
  const { call, file, options } = sent
  const { XMLHttpRequest: Xhr } = globalThis as { readonly XMLHttpRequest?: new () => Xhr }
  const { uploadsByXhr = options.fetch === undefined } = options
  if (uploadsByXhr && Xhr !== undefined) return await readAnswer(await sendByXhr(sent, new Xhr()))
  call.onProgress?.({ sent: 0, total: file.size })
  const answer = await sendByFetch(sent)
  call.onProgress?.({ sent: file.size, total: file.size })
  return answer
}

async function sendByFetch({ request, file, call, options }: SentUpload): Promise<unknown> {
  const { method, headers } = request.init
  const withFile = { url: request.url, init: { method, headers, body: file } }
  return await exchange({ request: withFile, call, options, milliseconds: Infinity, take: readAnswer })
}

async function sendByXhr({ request, file, call }: SentUpload, xhr: Xhr): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { signal, onProgress } = call
  const abort = (): void => xhr.abort()
  xhr.open(request.init.method, request.url.href)
  for (const [name, value] of request.init.headers) xhr.setRequestHeader(name, value)
  xhr.upload.addEventListener('progress', ({ loaded }) =>
    onProgress?.({ sent: Math.min(loaded, file.size), total: file.size }),
  )
  xhr.addEventListener('load', () => resolve(answerOf(xhr)))
  xhr.addEventListener('error', () => reject(noAnswer('network', new TypeError('The file could not be sent.'))))
  xhr.addEventListener('abort', () => reject((signal?.reason ?? noAnswer('network', undefined)) as Error))
  xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abort, { once: true })
  xhr.send(file)
  return await promise
}

/** The answer in the form that every other call has. */
function answerOf(xhr: Xhr): Response {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  const { status, responseText } = xhr
  const body = status === 204 || status === 205 || status === 304 ? null : responseText
  return new Response(body, { status, headers })
}
