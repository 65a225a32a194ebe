import type { HeaderFields } from './raw-answer.ts'
import { SafeHttpError } from './safe-http-error.ts'
import type { SafeResponse } from './safe-response.ts'

/** An answer as it was received, its body decoded. */
export interface ReceivedAnswer {
  readonly url: string
  readonly status: number
  readonly headers: HeaderFields
  readonly body: Uint8Array
}

/** The response for an answer; its parts are created on requirement. */
export class ReceivedResponse implements SafeResponse {
  readonly status: number
  readonly url: string
  readonly body: Uint8Array
  readonly #fields: HeaderFields
  #headers: Headers | undefined

  constructor({ url, status, headers, body }: ReceivedAnswer) {
    this.status = status
    this.url = url
    this.body = body
    this.#fields = headers
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    return (this.#headers ??= asHeaders(this.#fields))
  }

  text(): string {
    return utf8.decode(this.body)
  }

  json(): unknown {
    try {
      return JSON.parse(this.text()) as unknown
    } catch (error) {
      throw new SafeHttpError('bad_answer', error)
    }
  }
}

const utf8 = new TextDecoder()

function asHeaders(fields: HeaderFields): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}
