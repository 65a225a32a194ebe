import type { HeaderFields } from './exchange.ts'
import { SafeHttpError } from './safe-http-error.ts'

/**
 * An answer, complete: every limit has held when it is there, and there is nothing left to wait for or to close.
 * @since 1.0.0
 */
export interface SafeResponse {
  readonly status: number
  /** Whether the status is one of 200 to 299. */
  readonly ok: boolean
  /** Where it came from, after redirects. */
  readonly url: string
  readonly headers: Headers
  /** The body without its content coding. */
  readonly body: Uint8Array
  /** The body as UTF-8. */
  text(): string
  /** The body as JSON. @throws SafeHttpError `bad_answer` when it is none */
  json(): unknown
}

/** An answer as it was received and decoded. */
export interface ReceivedAnswer {
  readonly url: string
  readonly status: number
  readonly headers: HeaderFields
  readonly body: Uint8Array
}

/** Makes the response of an answer. */
export function safeResponse({ url, status, headers: fields, body }: ReceivedAnswer): SafeResponse {
  let headers: Headers | undefined
  const text = (): string => utf8.decode(body)
  return Object.freeze<SafeResponse>({
    status,
    ok: status >= 200 && status < 300,
    url,
    get headers() {
      return (headers ??= asHeaders(fields))
    },
    body,
    text,
    json() {
      try {
        return JSON.parse(text()) as unknown
      } catch (error) {
        throw new SafeHttpError('bad_answer', error)
      }
    },
  })
}

const utf8 = new TextDecoder()

function asHeaders(fields: HeaderFields): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}
