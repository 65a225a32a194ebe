/**
 * A person at the front door: sends requests through the host's whole pipeline with the cookies that it was given, and
 * with origin and CSRF token where something is changed, as the product's pages do.
 */
import {
  fillPath,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  type MaybePromise,
  type ProblemBody,
  type Upload,
  type UploadInput,
} from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import { TestCallError } from './test-call-error.ts'

/** Parts of a request besides method and path. */
export interface TestRequest {
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The input of a typed call; may be left out when the endpoint takes nothing. */
export type CallArguments<E extends Endpoint> =
  object extends EndpointInput<E> ? [input?: EndpointInput<E>] : [input: EndpointInput<E>]

/** A person who sends requests. */
export interface TestClient {
  get(path: string, request?: TestRequest): Promise<Response>
  post(path: string, body?: unknown, request?: TestRequest): Promise<Response>
  put(path: string, body?: unknown, request?: TestRequest): Promise<Response>
  patch(path: string, body?: unknown, request?: TestRequest): Promise<Response>
  delete(path: string, request?: TestRequest): Promise<Response>
  /** Any method, such as `PROPFIND`. */
  send(method: string, path: string, request?: TestRequest): Promise<Response>
  /**
   * Calls a typed endpoint.
   * @throws TestCallError when the answer is not a success
   * @example const note = await host.as('member').call(createNote, { title: 'Milk' })
   */
  call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<EndpointOutput<E>>
  /**
   * Sends a file to a typed upload.
   * @throws TestCallError when the answer is not a success
   * @example const receipt = await host.as('member').upload(addReceipt, { id, file: new File([bytes], 'a.pdf') })
   */
  upload<U extends Upload>(upload: U, input: UploadInput<U>): Promise<EndpointOutput<U>>
  /** Signs in again, after the session was revoked or ran out. */
  signIn(): Promise<void>
}

/** A session as its holder knows it. */
export interface HeldSession {
  /** The `set-cookie` value. */
  readonly cookie: string
  readonly csrfToken: string
}

/** Options of a client. */
export interface TestClientOptions {
  readonly fetch: (request: Request) => MaybePromise<Response>
  /** Starts a session; undefined for an anonymous client, who has none. */
  readonly signIn: (() => Promise<HeldSession>) | undefined
  /** The plugin's error in the request with this id, from the log. */
  readonly faultOf: (requestId: string) => Error | undefined
}

const base = 'http://host.test'
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export class FrontDoorClient implements TestClient {
  readonly #options: TestClientOptions
  readonly #cookies = new Map<string, string>()
  #csrfToken: string | undefined

  constructor(options: TestClientOptions) {
    this.#options = options
  }

  get(path: string, request?: TestRequest): Promise<Response> {
    return this.send('GET', path, request)
  }

  post(path: string, body?: unknown, request?: TestRequest): Promise<Response> {
    return this.send('POST', path, { body, ...request })
  }

  put(path: string, body?: unknown, request?: TestRequest): Promise<Response> {
    return this.send('PUT', path, { body, ...request })
  }

  patch(path: string, body?: unknown, request?: TestRequest): Promise<Response> {
    return this.send('PATCH', path, { body, ...request })
  }

  delete(path: string, request?: TestRequest): Promise<Response> {
    return this.send('DELETE', path, request)
  }

  async send(method: string, path: string, { body, headers = {} }: TestRequest = {}): Promise<Response> {
    const own = readingMethods.has(method) ? {} : await this.#proofs()
    const sent = { ...this.#cookieHeader(), ...own, ...contentType(body), ...lowerCased(headers) }
    const request = new Request(new URL(path, base), { method, headers: sent, ...bodyInit(body) })
    const response = await this.#options.fetch(request)
    this.#keepCookies(response)
    return response
  }

  async call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<EndpointOutput<E>> {
    const { method, path, body } = requestOf(endpoint, input ?? {})
    return await this.#outputOf(endpoint, await this.send(method, path, { body }))
  }

  async upload<U extends Upload>(upload: U, input: UploadInput<U>): Promise<EndpointOutput<U>> {
    const { file, ...fields } = input as { readonly file: Blob & { readonly name?: string } }
    const { method, path } = requestOf(upload, fields, true)
    const headers = {
      'content-type': file.type === '' ? 'application/octet-stream' : file.type,
      'x-file-name': encodeURIComponent(file.name ?? 'file'),
    }
    const body = new Uint8Array(await file.arrayBuffer())
    return await this.#outputOf(upload, await this.send(method, path, { body, headers }))
  }

  async #outputOf(endpoint: Endpoint, response: Response): Promise<never> {
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) {
      const problem = answer as ProblemBody | undefined
      const fault = problem === undefined ? undefined : this.#options.faultOf(problem.requestId)
      throw new TestCallError(endpoint.pattern, response.status, { problem, fault })
    }
    return answer as never
  }

  async signIn(): Promise<void> {
    const session = await this.#options.signIn?.()
    this.#cookies.clear()
    if (session !== undefined) this.#keepCookie(session.cookie)
    this.#csrfToken = session?.csrfToken
  }

  #cookieHeader(): Record<string, string> {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
  }

  /** The page's proofs for each change; a token that changed with the session is read from `me`. */
  async #proofs(): Promise<Record<string, string>> {
    if (this.#csrfToken === undefined && this.#cookies.size > 0) {
      const me = await this.get('/api/auth/me')
      if (me.ok) this.#csrfToken = ((await me.json()) as { readonly csrfToken: string }).csrfToken
    }
    return { origin: base, ...(this.#csrfToken === undefined ? {} : { 'x-csrf-token': this.#csrfToken }) }
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      this.#keepCookie(cookie)
      this.#csrfToken = undefined
    }
  }

  #keepCookie(cookie: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
    if (/;\s*max-age=0(?:;|$)/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

interface BuiltCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

function requestOf(endpoint: Endpoint, input: object, isQuery = false): BuiltCall {
  const pattern = parsePattern(endpoint.pattern)
  const { method = 'GET', segments } = pattern
  const names = new Set(segments.map((segment) => ('name' in segment ? segment.name : undefined)))
  const entries = Object.entries(input as Record<string, unknown>)
  const params = Object.fromEntries(entries.filter(([name]) => names.has(name))) as Record<string, string>
  const rest = entries.filter(([name, value]) => !names.has(name) && value !== undefined)
  const path = fillPath(pattern, params)
  if (isQuery || readingMethods.has(method) || method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
    return { method, path: rest.length === 0 ? path : `${path}?${query.toString()}` }
  }
  return { method, path, body: Object.fromEntries(rest) }
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }
}

function bodyInit(body: unknown): { body?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {}
  return { body: isRaw(body) ? body : JSON.stringify(body) }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
