/**
 * An answer that stays plain until the platform's objects are needed, which cost as much to build as all the rest of an
 * answer. The host adds its headers to the plain form and sends it as it is:
 *
 *   plain --headers or body read--> platform     (the response is then read from the platform's objects)
 */
import { FastResponse } from 'srvx'

/** An answer as it is sent; `body` is undefined when it is produced while it is sent. */
export interface PlainAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Record<string, string>
  readonly body: string | null | undefined
}

type Body = ConstructorParameters<typeof Response>[0]

/** The adapter's response, its headers left for the subclass to define. */
const Base = FastResponse as unknown as new (body: Body, init: ResponseInit) => Omit<Response, 'headers'>

/** The answer of every helper of this contract. */
export class Answer extends Base {
  #plain: PlainAnswer | undefined

  /** @param headers by lower-case name; the answer keeps and changes them */
  constructor(body: Body, status: number, headers: Record<string, string>) {
    const plain = { status, headers, body: typeof body === 'string' || body === null ? body : undefined }
    super(body, plain)
    this.#plain = plain
  }

  get headers(): Headers {
    this.#plain = undefined
    return Reflect.get<typeof FastResponse.prototype, 'headers'>(FastResponse.prototype, 'headers', this)
  }

  /** The platform's response, which the adapter makes when a body is read. */
  get _response(): unknown {
    this.#plain = undefined
    return Reflect.get(FastResponse.prototype, '_response', this) as unknown
  }

  static read(response: Response): PlainAnswer | undefined {
    return #plain in response ? response.#plain : undefined
  }
}

/**
 * An answer in its plain form; undefined once its headers or its body have been read, and for answers of the platform.
 * @since 1.0.0
 */
export function plainAnswer(response: Response): PlainAnswer | undefined {
  return Answer.read(response)
}

/**
 * An answer from its plain form, which it keeps and changes.
 * @since 1.0.0
 */
export function answerOf({ status, headers, body }: PlainAnswer & { readonly body: string | null }): Response {
  return new Answer(body, status, headers)
}

/**
 * Sets a header of an outgoing answer.
 * @param name lower-case
 * @returns the answer, or a copy of one whose headers can't be changed, such as a redirect of the platform
 * @since 1.0.0
 */
export function setHeader(response: Response, name: string, value: string): Response {
  const plain = Answer.read(response)
  if (plain === undefined) return setPlatformHeader(response, name, value)
  plain.headers[name] = value
  return response
}

/**
 * Sets a header where an answer says nothing of it.
 * @param name lower-case
 * @returns as `setHeader`
 * @since 1.0.0
 */
export function setDefaultHeader(response: Response, name: string, value: string): Response {
  const plain = Answer.read(response)
  if (plain === undefined) return response.headers.has(name) ? response : setPlatformHeader(response, name, value)
  plain.headers[name] ??= value
  return response
}

/**
 * Removes a header of an answer that is on its way out.
 * @param name lower-case
 * @returns as `setHeader`
 * @since 1.0.0
 */
export function removeHeader(response: Response, name: string): Response {
  const plain = Answer.read(response)
  if (plain === undefined) {
    return response.headers.has(name) ? changePlatformHeaders(response, (headers) => headers.delete(name)) : response
  }
  if (name in plain.headers) Reflect.deleteProperty(plain.headers, name)
  return response
}

function setPlatformHeader(response: Response, name: string, value: string): Response {
  return changePlatformHeaders(response, (headers) => headers.set(name, value))
}

function changePlatformHeaders(response: Response, change: (headers: Headers) => void): Response {
  try {
    change(response.headers)
    return response
  } catch {
    const { body, status, statusText } = response
    const headers = new Headers(response.headers)
    change(headers)
    return new FastResponse(body, { status, statusText, headers })
  }
}
