import type { PluginFacts } from '@host/plugin'
import type { RouteEntry } from '../shared.ts'

/** The routes of a plugin, with what each asks of whoever calls it. */
export function routeEntries({ name, routes }: PluginFacts): RouteEntry[] {
  return routes.map(({ pattern, audience, demands, scopes, agents }) => ({
    pattern,
    plugin: name,
    audience,
    session: demands?.session ?? null,
    proof: demands?.proof === true,
    agents,
    permission: demands?.permission ?? null,
    tier: demands?.tier ?? null,
    scopes: [...scopes],
  }))
}
