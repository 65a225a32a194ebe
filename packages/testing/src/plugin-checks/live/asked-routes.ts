import type { ErrorCode, PluginFacts, RouteFacts } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import { hostErrors } from '@host/plugin/wire'
import type { AskedRoute } from './live-facts.ts'

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The routes of a plugin as they are asked; one that answers every method is asked by GET. */
export function askedRoutes(plugin: PluginFacts): readonly AskedRoute[] {
  return plugin.routes.map((route) => {
    const { method = 'GET', segments } = parsePattern(route.pattern)
    return {
      ...route,
      method,
      path: route.pattern.slice(route.pattern.indexOf('/')),
      wildcards: segments.flatMap((segment) => ('name' in segment && segment.name !== undefined ? [segment.name] : [])),
      isMutating: !reading.has(method),
      documented: documentedOf(route, plugin.info.core === true),
    }
  })
}

function documentedOf(route: RouteFacts, isCore: boolean): ReadonlySet<ErrorCode> {
  const { endpoint, pattern, audience, agents, requirements } = route
  const facts = { ...(endpoint ?? { pattern, audience, isIdempotent: audience !== 'public' }), ...requirements, agents }
  return new Set([...(endpoint?.errors ?? []), ...hostErrors({ ...facts, isCore })])
}
