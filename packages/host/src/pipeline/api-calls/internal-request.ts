/**
 * An internal call as the equivalent external request: wildcards in the path, input of GET and DELETE in the query, the
 * rest as a JSON body. Input that no request can carry is refused with every such field named, as the endpoint would
 * refuse it, and so is a path that is too long for a request line: readers of addresses rely on that bound.
 */
import { fillPath, limits, Problem, type FieldProblem, type Pattern, type PatternSegment } from '@host/plugin'
import { parsePattern, PatternError, type ApiCall } from '@host/plugin/platform'
import { defaultHttpLimits } from '../../http/http-limits.ts'
import { memberPath, mostFields } from '../../request/field-errors.ts'

/** The origin of a call, with its headers. */
export interface InsideOrigin {
  /** Where this host is reached, such as `https://host.example`. */
  readonly base: string
  readonly headers: Readonly<Record<string, string | null>>
  readonly signal: AbortSignal
}

type Input = Readonly<Record<string, unknown>>

/** Makes the request of a call. @throws Problem `invalid_input`, `bad_request` @throws PatternError for no pattern */
export function insideRequest(call: ApiCall, origin: InsideOrigin): Request {
  const pattern = parsePattern(call.pattern)
  const { method } = pattern
  if (method === undefined) throw new TypeError(`The route "${call.pattern}" has no method, so it can't be called.`)
  const { params, rest } = splitInput(pattern, readInput(call.input))
  const url = new URL(origin.base)
  url.pathname = pathOf(pattern, params)
  const isInQuery = ['GET', 'HEAD', 'DELETE'].includes(method)
  if (isInQuery) url.search = queryOf(rest).toString()
  if (url.pathname.length + url.search.length > defaultHttpLimits.requestHeaders) throw tooLong()
  const headers = headersOf(call, origin, !isInQuery)
  const init = { method, headers, signal: origin.signal }
  return new Request(url, isInQuery ? init : { ...init, body: JSON.stringify(rest) })
}

function tooLong(): Problem {
  return new Problem('bad_request', {
    detail: {
      en: 'The request URL is too long.',
      zh: '请求的内容超出了请求地址的长度上限。',
    },
  })
}

function readInput(input: unknown): Input {
  if (input === undefined || input === null) return {}
  if (typeof input === 'object' && !Array.isArray(input)) return input as Input
  throw new Problem('bad_request', {
    detail: { en: 'The input must be an object.', zh: '调用的输入须为对象。' },
  })
}

function splitInput(pattern: Pattern, input: Input): { readonly params: Record<string, string>; readonly rest: Input } {
  const names = new Set(pattern.segments.flatMap((segment) => nameOf(segment) ?? []))
  const params = [...names].map((name) => [name, Object.hasOwn(input, name) ? input[name] : undefined] as const)
  refuseFields(params.flatMap(([name, value]) => (isWord(value) ? [] : [wildcardError(name)])))
  const rest = Object.entries(input).filter(([name]) => !names.has(name))
  return {
    params: Object.fromEntries(params.map(([name, value]) => [name, String(value)])),
    rest: Object.fromEntries(rest),
  }
}

function nameOf(segment: PatternSegment): string | undefined {
  return segment.kind === 'param' || segment.kind === 'rest' ? segment.name : undefined
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** A value that can't be part of a path names no record. */
function pathOf(pattern: Pattern, params: Record<string, string>): string {
  try {
    return fillPath(pattern, params)
  } catch (error) {
    if (error instanceof PatternError) throw new Problem('not_found', { cause: error })
    throw error
  }
}

/** Agents write null for omitted values, and a query can't express it. */
function queryOf(input: Input): URLSearchParams {
  const entries = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => [name, one] as const),
  )
  const said = entries.filter(([, value]) => value !== undefined && value !== null)
  refuseFields(said.flatMap(([name, value]) => (typeof value === 'object' ? [queryError(name)] : [])))
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
}

function headersOf({ idempotencyKey }: ApiCall, { headers }: InsideOrigin, hasBody: boolean): Headers {
  const said = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  const made = new Headers({ ...Object.fromEntries(said), accept: 'application/json' })
  if (hasBody) made.set('content-type', 'application/json')
  if (idempotencyKey !== undefined) made.set('idempotency-key', requireKey(idempotencyKey))
  return made
}

/** @throws Problem for a value that no header can carry; the store checks all other rules of a key */
function requireKey(key: string): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key
  throw new Problem('bad_request', {
    detail: {
      en: `An Idempotency-Key is 1 to ${limits.idempotencyKey} visible ASCII characters, without spaces.`,
      zh: `幂等键须为 1 至 ${limits.idempotencyKey} 个可见 ASCII 字符，且不含空格。`,
    },
  })
}

function refuseFields(errors: readonly FieldProblem[]): void {
  if (errors.length > 0) throw new Problem('invalid_input', { errors: errors.slice(0, mostFields) })
}

function wildcardError(name: string): FieldProblem {
  return { path: memberPath('', name), message: { en: 'Required.', zh: '请指明所指的对象。' } }
}

function queryError(name: string): FieldProblem {
  return {
    path: memberPath('', name),
    message: { en: 'Use text, a number, true or false.', zh: '此处请使用文本、数字或是否值。' },
  }
}
