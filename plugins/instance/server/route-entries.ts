import type { PluginFacts } from '@host/plugin'
import type { RouteEntry } from '../shared.ts'

/** The routes of a plugin, with their requirements for callers. */
export function routeEntries({ name, routes }: PluginFacts): RouteEntry[] {
  return routes.map(({ pattern, audience, requirements, scopes, agents }) => ({
    pattern,
    plugin: name,
    audience,
    session: requirements?.session ?? null,
    proof: requirements?.proof === true,
    agents,
    permission: requirements?.permission ?? null,
    tier: requirements?.tier ?? null,
    scopes: [...scopes],
  }))
}
