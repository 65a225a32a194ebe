import type { Pattern, PatternSegment } from '@host/plugin'
import { comparePatterns } from '@host/plugin/platform'
import type { Route } from './route.ts'

/** Two routes that some request matches both, with neither the more specific. */
export interface RouteConflict<R extends Route = Route> {
  /** In an order that does not depend on who came first. */
  readonly routes: readonly [R, R]
}

/** The conflict between two routes, if there is one. */
export function findConflict<R extends Route>(one: R, other: R): RouteConflict<R> | undefined {
  const order = comparePatterns(one.pattern, other.pattern)
  if (order !== 'equal' && order !== 'overlap') return undefined
  return { routes: identityOf(one) <= identityOf(other) ? [one, other] : [other, one] }
}

/** A sentence that names both plugins, both patterns and both places, and states the fix. */
export function describeConflict({ routes: [one, other] }: RouteConflict): string {
  const who =
    one.owner === other.owner
      ? `Plugin "${one.owner}" declares two conflicting routes`
      : `Plugins "${one.owner}" and "${other.owner}" declare conflicting routes`
  const why =
    comparePatterns(one.pattern, other.pattern) === 'equal'
      ? 'both match the same requests'
      : `both match ${commonPath(one.pattern, other.pattern)} and neither is more specific`
  return `${who}: ${place(one)} and ${place(other)}; ${why}. Change one of the two patterns.`
}

function place(route: Route): string {
  return `"${route.pattern.text}" (${route.owner}, ${route.source.toString()})`
}

function identityOf(route: Route): string {
  return JSON.stringify([route.owner, route.pattern.text, route.source.toString()])
}

/** A path that both patterns match. */
function commonPath(one: Pattern, other: Pattern): string {
  const length = Math.max(one.segments.length, other.segments.length)
  return Array.from({ length }, (_, at) => `/${commonSegment(one.segments[at], other.segments[at])}`).join('')
}

function commonSegment(one: PatternSegment | undefined, other: PatternSegment | undefined): string {
  if (one?.kind === 'end' || other?.kind === 'end') return ''
  for (const segment of [one, other]) if (segment?.kind === 'literal') return encodeURIComponent(segment.value)
  for (const segment of [one, other]) if (segment?.kind === 'param') return segment.name
  return ''
}
