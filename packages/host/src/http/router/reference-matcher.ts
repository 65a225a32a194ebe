/**
 * The slow, obvious matcher that the router is compared with: a pattern is the set of requests that it answers, one is
 * more specific than another when its set is a strict subset. The sets are taken over every path of up to four segments
 * from a small alphabet, one letter of which is in no pattern, so that inclusion here is inclusion everywhere.
 */
import type { Pattern, PatternSegment } from '@host/plugin'

/** A request as the matcher sees it. */
export interface ReferenceRequest {
  readonly method: string
  readonly path: string
}

const alphabet = ['a', 'b', 'other']
const methods = ['GET', 'HEAD', 'POST', 'PURGE']

/** Every path of the small world. */
export const paths: readonly string[] = allPaths(4)

/** Every request of the small world. */
export const requests: readonly ReferenceRequest[] = methods.flatMap((method) =>
  paths.map((path) => ({ method, path })),
)

/** Whether two patterns may not stand together, by the definition. */
export function isConflict(one: Pattern, other: Pattern): boolean {
  const mine = answered(one)
  const theirs = answered(other)
  const shared = mine.intersection(theirs)
  const isOrdered = shared.size === Math.min(mine.size, theirs.size) && mine.size !== theirs.size
  return shared.size > 0 && !isOrdered
}

/** The text of the pattern that answers, `-> path`, `405 methods` or `404`, by the definition. */
export function expectedAnswer(patterns: readonly Pattern[], request: ReferenceRequest): string {
  const direct = choose(patterns, request)
  if (direct !== undefined) return direct
  const allowed = methods.filter((method) => choose(patterns, { ...request, method }) !== undefined)
  return allowed.length === 0 ? '404' : `405 ${allowed.toSorted().join(', ')}`
}

function choose(patterns: readonly Pattern[], { method, path }: ReferenceRequest): string | undefined {
  const best = mostSpecific(patterns, { method, path })
  if (best !== undefined && isExact(best, path)) return best.text
  if (!path.endsWith('/')) {
    const slashed = mostSpecific(patterns, { method, path: `${path}/` })
    if (slashed !== undefined && isExact(slashed, `${path}/`)) return `-> ${path}/`
  }
  return best?.text
}

function mostSpecific(patterns: readonly Pattern[], request: ReferenceRequest): Pattern | undefined {
  const matching = patterns.filter((pattern) => isAnswered(pattern, request))
  return matching.toSorted((one, other) => answered(one).size - answered(other).size)[0]
}

const sets = new WeakMap<Pattern, ReadonlySet<ReferenceRequest>>()

function answered(pattern: Pattern): ReadonlySet<ReferenceRequest> {
  const known = sets.get(pattern)
  if (known !== undefined) return known
  const set = new Set(requests.filter((request) => isAnswered(pattern, request)))
  sets.set(pattern, set)
  return set
}

function isAnswered(pattern: Pattern, { method, path }: ReferenceRequest): boolean {
  const isMethod =
    pattern.method === undefined || pattern.method === method || (pattern.method === 'GET' && method === 'HEAD')
  return isMethod && fits(pattern.segments, path.slice(1).split('/'))
}

function fits([segment, ...segments]: readonly PatternSegment[], [part, ...parts]: readonly string[]): boolean {
  if (segment === undefined || part === undefined) return segment === undefined && part === undefined
  if (segment.kind === 'rest') return true
  if (segment.kind === 'end') return part === ''
  if (segment.kind === 'literal' ? part !== segment.value : part === '') return false
  return fits(segments, parts)
}

function isExact(pattern: Pattern, path: string): boolean {
  return (
    pattern.segments.at(-1)?.kind !== 'rest' ||
    (path.endsWith('/') && path.split('/').length - 1 === pattern.segments.length)
  )
}

function allPaths(depth: number): readonly string[] {
  let layer = ['']
  const all = ['/']
  for (let at = 0; at < depth; at++) {
    layer = layer.flatMap((path) => alphabet.map((part) => `${path}/${part}`))
    all.push(...layer, ...layer.map((path) => `${path}/`))
  }
  return all
}
