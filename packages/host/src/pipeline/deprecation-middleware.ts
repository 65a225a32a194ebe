/**
 * States in every answer of a deprecated route since when it is deprecated, until when it stays, and its replacement.
 */
import type { Pattern, RouteDeprecation } from '@host/plugin'
import { fillPath } from '@host/plugin'
import { parsePattern, PatternError, plainAnswer, setHeader } from '@host/plugin/platform'
import type { RequestState, Middleware, StatedHeader } from '../request/request-state.ts'

/**
 * Puts the middleware before all others of a route, so that a refusal has the headers too; any other route stays as it
 * is.
 * @throws TypeError that gives the expected form
 */
export function deprecationMiddleware(
  deprecated: RouteDeprecation | undefined,
  pattern: Pattern,
  next: Middleware,
): Middleware {
  if (deprecated === undefined) return next
  const stated = headersOf(deprecated)
  const successor = successorOf(deprecated, pattern)
  return (state: RequestState) => {
    state.deprecation = [...stated, ...linkTo(successor, state)]
    return next(state)
  }
}

/** The answer with the headers of its route; a link that the handler has set stays beside ours. */
export function withDeprecation(response: Response, stated: readonly StatedHeader[]): Response {
  return stated.reduce((answer, [name, value]) => {
    const own = name === 'link' ? headerOf(answer, name) : undefined
    return setHeader(answer, name, own === undefined ? value : `${own}, ${value}`)
  }, response)
}

function headerOf(response: Response, name: string): string | undefined {
  const plain = plainAnswer(response)
  return plain === undefined ? (response.headers.get(name) ?? undefined) : plain.headers[name]
}

/** None where the value of a wildcard can't fill the other one, such as the empty rest of a path. */
function linkTo(successor: Pattern, { params }: RequestState): readonly StatedHeader[] {
  try {
    return [['link', `<${fillPath(successor, params)}>; rel="successor-version"`]]
  } catch (error) {
    if (error instanceof PatternError) return []
    throw error
  }
}

/** The headers of RFC 9745 and RFC 8594. */
function headersOf({ since, sunset }: RouteDeprecation): readonly StatedHeader[] {
  const from = dayOf('since', since)
  const deprecation: StatedHeader = ['deprecation', `@${from.getTime() / 1000}`]
  if (sunset === undefined) return [deprecation]
  const until = dayOf('sunset', sunset)
  if (until <= from) {
    throw new TypeError('its deprecated.sunset is not after deprecated.since; give callers time to migrate')
  }
  return [deprecation, ['sunset', until.toUTCString()]]
}

const day = /^\d{4}-\d{2}-\d{2}$/

function dayOf(member: keyof RouteDeprecation, text: unknown): Date {
  const date = new Date(typeof text === 'string' && day.test(text) ? text : Number.NaN)
  // A day that no month has, such as 30 February, would be another one.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new TypeError(`its deprecated.${member} is ${JSON.stringify(text)}; use a date such as "2026-03-01"`)
  }
  return date
}

function successorOf({ use }: RouteDeprecation, pattern: Pattern): Pattern {
  if (typeof use !== 'string') {
    throw new TypeError(`its deprecated.use is ${String(use)}; use the pattern of the replacement route`)
  }
  const successor = parsePattern(use)
  const known = new Set(wildcardsOf(pattern))
  const unknown = wildcardsOf(successor).find((name) => !known.has(name))
  if (unknown === undefined) return successor
  throw new TypeError(`its deprecated.use has the wildcard "${unknown}", which the route doesn't have`)
}

function wildcardsOf({ segments }: Pattern): readonly string[] {
  return segments.flatMap((segment) => ('name' in segment && segment.name !== undefined ? [segment.name] : []))
}
