/**
 * Rules for a request's path before it is matched.
 *
 * A handler sees the path again through `new URL(request.url)`, and so does every proxy in front of us. All of them
 * must read the same segments as the router, else a rule for one path is bypassed by another spelling:
 * - characters outside visible ASCII, backslash, `#` and `?` change a URL parser's idea of the path: refused;
 * - escaped dot segments (`%2e%2e`) are dot segments to URL parsers and plain text to Go: refused;
 * - `//`, `.` and `..` are cleaned by a redirect where repeating is harmless (GET, HEAD) and refused elsewhere;
 * - an escaped slash stays inside its segment and never separates. Go is laxer in the first two points and cleans by a
 *   redirect for every method; the rest is the same.
 */
import type { Wording } from '@host/plugin'
import { unescapeSegment } from '@host/plugin/platform'

/** The error of a path. */
export type PathFault =
  | { readonly kind: 'malformed'; readonly detail: Wording }
  | { readonly kind: 'redirect'; readonly location: string }

const versionPrefix = '/api/v1/'

/**
 * The first version of the HTTP API is the API itself, so its routes have two names, escaped or not. Only a path without
 * fault may be read by its other name: an empty or dot segment could stand for the version, or take it away.
 */
export function unversioned(path: string): string {
  if (path.startsWith(versionPrefix)) return `/api/${path.slice(versionPrefix.length)}`
  if (!path.includes('%')) return path
  const [, api = '', version = '', ...rest] = path.split('/')
  const isAlias = unescapeSegment(api) === 'api' && unescapeSegment(version) === 'v1' && rest.length > 0
  return isAlias ? `/api/${rest.join('/')}` : path
}

/** Whether a path lies in the API, whatever its spelling. */
export function isApiPath(path: string): boolean {
  if (path.startsWith('/api/')) return true
  const [, first = ''] = cleanPath(path).split('/')
  return unescapeSegment(first) === 'api'
}

const suspicious = /[^!-~]|[\\#?%]|\/\/|\/\./
const forbidden = /[^!-~]|[\\#?]/
const unclean = /\/\/|\/\.{1,2}(?:\/|$)/

const badCharacter = malformed({
  en: 'The path contains a character that must be percent-encoded.',
  zh: '路径中含有必须进行百分号编码的字符。',
})
const badEscape = malformed({
  en: 'The path contains an invalid escape, or one for ".", ".." or NUL.',
  zh: '路径中含有无效的转义，或代表 “.”、“..” 或 NUL 的转义。',
})
const badSegment = malformed({
  en: 'The path contains an empty, "." or ".." segment.',
  zh: '路径中含有空段、“.” 或 “..” 段。',
})

/** The fault of a request's path, or undefined when it may be matched as it is. */
export function findPathFault(method: string, path: string): PathFault | undefined {
  if (path.charCodeAt(0) !== 47) return badCharacter
  if (!suspicious.test(path)) return undefined
  if (forbidden.test(path)) return badCharacter
  if (path.includes('%') && path.split('/').some(isBadlyEscaped)) return badEscape
  if (!unclean.test(path)) return undefined
  return method === 'GET' || method === 'HEAD' ? { kind: 'redirect', location: cleanPath(path) } : badSegment
}

function isBadlyEscaped(segment: string): boolean {
  return segment.includes('%') && unescapeSegment(segment) === undefined
}

/** The path without empty, `.` and `..` segments; a trailing slash stays. */
function cleanPath(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return kept.length > 0 && path.endsWith('/') ? `/${kept.join('/')}/` : `/${kept.join('/')}`
}

function malformed(detail: Wording): PathFault {
  return Object.freeze({ kind: 'malformed', detail })
}
