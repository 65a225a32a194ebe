import { fillPath, parsePattern, type Endpoint } from '@host/plugin/wire'
import type { ClientOptions } from './client-options.ts'
import type { OpenOptions } from './client.ts'

/** Parts of a call that make a request. */
export interface Call {
  readonly endpoint: Pick<Endpoint, 'pattern'> & Partial<Pick<Endpoint, 'audience' | 'takesKey' | 'upload'>>
  readonly input: unknown
  readonly options: OpenOptions
}

/** A request that is ready to be sent. */
export interface BuiltRequest {
  readonly url: URL
  readonly init: { readonly method: string; readonly headers: Headers; readonly body?: string }
}

/**
 * Puts the input where the endpoint's pattern and method want it.
 * @throws {PatternError} when a wildcard is missing or can't travel in a path
 * @throws {TypeError} when a value can't travel in a query
 */
export function buildRequest(call: Call, options: ClientOptions): BuiltRequest {
  const pattern = parsePattern(call.endpoint.pattern)
  const { method, text } = pattern
  if (method === undefined) throw new TypeError(`The endpoint "${text}" names no method; write METHOD /path.`)
  const names = pattern.segments.flatMap((segment) =>
    'name' in segment && segment.name !== undefined ? [segment.name] : [],
  )
  const { params, rest } = splitInput(call.input, names)
  const { origin, pathname } = new URL(options.baseUrl)
  const url = new URL(origin)
  // bounded: the caller's own base address.
  url.pathname = pathname.replace(/\/+$/, '') + fillPath(pattern, params)
  const isQuery = inQuery(method) || call.endpoint.upload !== undefined
  url.search = isQuery ? queryOf(rest).toString() : ''
  const body = isQuery || rest === undefined ? undefined : JSON.stringify(rest)
  const headers = headersOf(method, call, options)
  if (body === undefined) return { url, init: { method, headers } }
  headers.set('content-type', 'application/json')
  return { url, init: { method, headers, body } }
}

function inQuery(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE'
}

function splitInput(input: unknown, names: readonly string[]): { params: Record<string, string>; rest: unknown } {
  if (!isRecord(input)) return { params: {}, rest: input }
  const entries = Object.entries(input)
  const params = Object.fromEntries(
    entries.filter(([key]) => names.includes(key)).map(([key, value]) => [key, String(value)]),
  )
  const others = entries.filter(([key]) => !names.includes(key))
  return { params, rest: Object.fromEntries(others) }
}

function queryOf(input: unknown): URLSearchParams {
  const query = new URLSearchParams()
  if (input === undefined) return query
  if (!isRecord(input)) throw new TypeError('The input of a GET or DELETE must be an object: it travels in the query.')
  for (const [key, value] of Object.entries(input)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values.filter((each) => each !== undefined)) query.append(key, queryText(key, one))
  }
  return query
}

function queryText(key: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw new TypeError(
    `The input "${key}" can't travel in a query; use text, a number, a boolean, a date or a list of those.`,
  )
}

function headersOf(method: string, { endpoint, options: call }: Call, options: ClientOptions): Headers {
  const headers = new Headers({ accept: 'application/json', ...call.headers })
  const changes = method !== 'GET' && method !== 'HEAD'
  const optional = {
    'accept-language': options.language?.(),
    authorization: options.token === undefined ? undefined : `Bearer ${options.token}`,
    'idempotency-key': call.idempotencyKey,
    'x-workspace': options.workspace?.(endpoint.pattern),
    'x-tab-id': changes ? options.tabId : undefined,
    'x-csrf-token': changes ? options.csrfToken?.() : undefined,
  }
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) headers.set(name, value)
  return headers
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
