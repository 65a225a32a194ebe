/**
 * Route patterns: the grammar and the order of Go 1.22's ServeMux, without its host part.
 *
 *   [METHOD ]/literal/{param}/{rest...}     a trailing slash is a nameless rest, {$} is the end after a slash
 *
 * Literals are kept unescaped and a request's path is unescaped segment by segment, so `a%2Fb` is one segment.
 * Where Go accepts a pattern that no request could ever reach (a lower-case method, an unclean path, a broken
 * escape), this parser refuses it and says why: a route that is silently dead is worse than a failed start.
 */
import { matchAcrossCopies } from './across-copies.ts'

/** One part of a pattern's path between slashes; `value` is unescaped, a `rest` without `name` is a trailing slash. */
export type PatternSegment =
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string | undefined }
  | { readonly kind: 'end' }

/** A parsed pattern, frozen. `method` is undefined when the pattern answers every method. */
export interface Pattern<S extends string = string> {
  readonly text: S
  readonly method: string | undefined
  readonly segments: readonly PatternSegment[]
}

/** How the requests of one pattern relate to those of another; two that are `equal` or `overlap` conflict. */
export type PatternOrder = 'equal' | 'moreSpecific' | 'moreGeneral' | 'overlap' | 'disjoint'

type TrimStart<S extends string> = S extends ` ${infer R}` | `\t${infer R}` ? TrimStart<R> : S

/** The method a pattern names, or `undefined` when it answers every method; `string` for a plain string. */
export type MethodOf<S extends string> = string extends S
  ? string | undefined
  : S extends `/${string}`
    ? undefined
    : S extends `${infer M} ${string}`
      ? M extends `${infer N}\t${string}`
        ? N
        : M
      : S extends `${infer M}\t${string}`
        ? M
        : undefined

/** The path of a pattern, without its method. */
export type PathOf<S extends string> = string extends S
  ? string
  : S extends `/${string}`
    ? S
    : S extends `${MethodOf<S>}${infer R}`
      ? TrimStart<R>
      : S

type NameIn<Segment extends string> = Segment extends '{$}'
  ? never
  : Segment extends `{${infer N}...}`
    ? N
    : Segment extends `{${infer N}}`
      ? N
      : never

type NamesIn<P extends string, Found = never> = P extends `${infer Head}/${infer Tail}`
  ? NamesIn<Tail, Found | NameIn<Head>>
  : Found | NameIn<P>

/**
 * The captures of a pattern's wildcards, by name.
 * @example ParamsOf<'GET /a/{id}/{rest...}'> // { id: string; rest: string }
 */
export type ParamsOf<S extends string> = string extends S
  ? Record<string, string>
  : { [Name in NamesIn<PathOf<S>> & string]: string }

/** An invalid pattern, or parameters that don't match one; the message states the problem and the expected form. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}
matchAcrossCopies(PatternError, 'PatternError')

/**
 * Reads a pattern such as `GET /api/x/notes/{id}`.
 * @throws {PatternError} with a sentence that quotes the pattern and states the fix.
 */
export function parsePattern<const S extends string>(text: S): Pattern<S> {
  const known = parsed.get(text)
  if (known !== undefined) return known as Pattern<S>
  const pattern = parse(text)
  if (parsed.size >= mostParsed) parsed.clear()
  parsed.set(text, pattern)
  return pattern
}

/** Patterns that were read before: each route's is asked for by several parts of a host. */
const parsed = new Map<string, Pattern>()
const mostParsed = 2_000

function parse<S extends string>(text: S): Pattern<S> {
  const refuse = (why: string): never => {
    throw new PatternError(`Pattern ${JSON.stringify(text)}: ${why}.`)
  }
  if (text === '') refuse('it is empty; write METHOD /path')
  const space = text.search(/[ \t]/)
  const method = space === -1 ? undefined : text.slice(0, space)
  const path = space === -1 ? text : text.slice(space).replace(/^[ \t]+/, '')
  if (method !== undefined) checkMethod(method, refuse)
  checkPath(path, refuse)
  const segments = path
    .slice(1)
    .split('/')
    .map((part, index, all) => Object.freeze(parseSegment(part, index === all.length - 1, refuse)))
  checkNames(segments, refuse)
  return Object.freeze({ text, method, segments: Object.freeze(segments) })
}

/**
 * The path of a pattern with its wildcards filled in, escaped for a URL.
 * @throws {PatternError} when a parameter is missing or can't travel in a path (empty, `.`, `..`, NUL, half a surrogate pair).
 * @example fillPath(parsePattern('GET /a/{id}'), { id: 'x/y' }) // '/a/x%2Fy'
 */
export function fillPath<S extends string>(pattern: Pattern<S>, params: ParamsOf<S>): string {
  const values: Readonly<Record<string, string>> = params
  return pattern.segments.map((segment) => `/${fillSegment(pattern, segment, values)}`).join('')
}

/**
 * Whether `a` matches fewer requests than `b`, more, the same, only partly the same, or none of them.
 * GET also answers HEAD; a pattern without a method answers every method.
 */
export function comparePatterns(a: Pattern, b: Pattern): PatternOrder {
  return combine(compareMethods(a.method, b.method), comparePaths(a.segments, b.segments))
}

type Refuse = (why: string) => never

function checkMethod(method: string, refuse: Refuse): void {
  if (method.includes('/') && method.indexOf('/') > 0) {
    refuse('a host name is not part of a pattern; begin the path with /')
  }
  if (method.startsWith('/')) refuse('a path holds no raw space; write %20')
  if (method !== method.toUpperCase()) {
    refuse(`the method is written in capitals, ${JSON.stringify(method.toUpperCase())}`)
  }
  if (!/^[A-Z]+(?:-[A-Z]+)*$/.test(method)) refuse(`${JSON.stringify(method)} is not an HTTP method`)
  if (method === 'CONNECT') refuse('CONNECT never reaches a route')
}

function checkPath(path: string, refuse: Refuse): void {
  if (path === '') refuse('a path is missing after the method')
  if (!path.startsWith('/')) {
    refuse(
      path.includes('/') ? 'a host name is not part of a pattern; begin the path with /' : 'the path must begin with /',
    )
  }
  if (/[?#]/.test(path)) refuse('a pattern has a path only, no query and no fragment')
  if (/[\\\p{Cc}]/u.test(path)) refuse('the path holds a backslash or control character; write it escaped')
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(path)) {
    refuse('an empty, "." or ".." segment can never match, because paths are cleaned first')
  }
}

function parseSegment(part: string, isLast: boolean, refuse: Refuse): PatternSegment {
  if (part === '') return { kind: 'rest', name: undefined }
  if (!part.includes('{')) return { kind: 'literal', value: unescapeLiteral(part, refuse) }
  const quoted = JSON.stringify(part)
  if (!part.startsWith('{') || !part.endsWith('}')) refuse(`a wildcard must be a whole segment, ${quoted} is not`)
  if (part === '{$}') return isLast ? { kind: 'end' } : refuse('{$} is only allowed at the end')
  const isRest = part.endsWith('...}')
  if (isRest && !isLast) refuse(`${quoted} takes the remainder, so it is only allowed at the end`)
  const name = part.slice(1, isRest ? -4 : -1)
  if (name === '') refuse(`${quoted} needs a name`)
  if (!/^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name)) {
    refuse(`${JSON.stringify(name)} is not a wildcard name; use letters, digits and _, and no digit first`)
  }
  if (name === '__proto__') refuse('"__proto__" can not be a wildcard name')
  return isRest ? { kind: 'rest', name } : { kind: 'param', name }
}

function unescapeLiteral(part: string, refuse: Refuse): string {
  const value = unescapeSegment(part)
  return (
    value ??
    refuse(`the segment ${JSON.stringify(part)} can never match: it is not validly escaped or means ".", ".." or NUL`)
  )
}

/** The text of an escaped path segment, or undefined when no request may carry it: broken escapes, dot segments, NUL. */
export function unescapeSegment(part: string): string | undefined {
  let value = part
  if (part.includes('%')) {
    try {
      value = decodeURIComponent(part)
    } catch {
      return undefined
    }
  }
  return value === '.' || value === '..' || value.includes('\0') ? undefined : value
}

function checkNames(segments: readonly PatternSegment[], refuse: Refuse): void {
  const seen = new Set<string>()
  for (const segment of segments) {
    if ((segment.kind !== 'param' && segment.kind !== 'rest') || segment.name === undefined) continue
    if (seen.has(segment.name)) refuse(`the wildcard name ${JSON.stringify(segment.name)} is used twice`)
    seen.add(segment.name)
  }
}

function fillSegment(pattern: Pattern, segment: PatternSegment, params: Readonly<Record<string, string>>): string {
  if (segment.kind === 'literal') return encodeURIComponent(segment.value)
  if (segment.kind === 'end' || segment.name === undefined) return ''
  const value = Object.hasOwn(params, segment.name) ? params[segment.name] : undefined
  const refuse: Refuse = (why) => {
    throw new PatternError(`Pattern ${JSON.stringify(pattern.text)}: the parameter "${segment.name}" ${why}.`)
  }
  if (typeof value !== 'string') return refuse('is missing')
  if (segment.kind === 'param') return escapeSegment(value, refuse)
  const parts = value.split('/')
  return parts
    .map((part, index) => (part === '' && index === parts.length - 1 ? '' : escapeSegment(part, refuse)))
    .join('/')
}

function escapeSegment(value: string, refuse: Refuse): string {
  if (value === '' || value === '.' || value === '..') {
    return refuse(`has the segment ${JSON.stringify(value)}, which can not travel in a path`)
  }
  if (value.includes('\0') || !value.isWellFormed()) {
    return refuse('holds NUL or half a surrogate pair, which can not travel in a path')
  }
  return encodeURIComponent(value)
}

function compareMethods(a: string | undefined, b: string | undefined): PatternOrder {
  if (a === b) return 'equal'
  if (a === undefined || (a === 'GET' && b === 'HEAD')) return 'moreGeneral'
  if (b === undefined || (a === 'HEAD' && b === 'GET')) return 'moreSpecific'
  return 'disjoint'
}

function comparePaths(a: readonly PatternSegment[], b: readonly PatternSegment[]): PatternOrder {
  const shared = Math.min(a.length, b.length)
  let order: PatternOrder = 'equal'
  for (let at = 0; at < shared; at++) order = combine(order, compareSegments(a[at], b[at]))
  if (a.length === b.length) return order
  if (a.length < b.length) return a.at(-1)?.kind === 'rest' ? combine(order, 'moreGeneral') : 'disjoint'
  return b.at(-1)?.kind === 'rest' ? combine(order, 'moreSpecific') : 'disjoint'
}

function compareSegments(a: PatternSegment | undefined, b: PatternSegment | undefined): PatternOrder {
  if (a?.kind === 'rest') return b?.kind === 'rest' ? 'equal' : 'moreGeneral'
  if (b?.kind === 'rest') return 'moreSpecific'
  if (a?.kind === 'literal' && b?.kind === 'literal') return a.value === b.value ? 'equal' : 'disjoint'
  if (a?.kind === b?.kind) return 'equal'
  if (a?.kind === 'end' || b?.kind === 'end') return 'disjoint'
  return a?.kind === 'param' ? 'moreGeneral' : 'moreSpecific'
}

/** The order of two patterns of which one part relates as `first` and another as `second`. */
function combine(first: PatternOrder, second: PatternOrder): PatternOrder {
  if (first === 'disjoint' || second === 'disjoint') return 'disjoint'
  if (first === 'equal' || first === second) return second
  if (second === 'equal') return first
  return 'overlap'
}
