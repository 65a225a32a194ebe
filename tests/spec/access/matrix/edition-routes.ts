/** All routes of the product with their declarations. */
import { limits, PluginCatalog, type RouteFacts } from '@host/plugin'
import type { Host } from '@host/host'
import { hostPatterns } from '../../../../packages/host/src/boot/host-routes.ts'

/** A route and its plugin. */
export interface EditionRoute extends RouteFacts {
  readonly plugin: string
  /** Undefined for a route without a method. */
  readonly method: string | undefined
  readonly path: string
}

/** All routes of a host, the host's own among them, in the order of plugin and path. */
export function routesOf(host: Host): readonly EditionRoute[] {
  const own = hostPatterns().map(({ pattern }) => ({
    plugin: 'host',
    pattern: pattern.text,
    audience: 'public' as const,
    requirements: undefined,
    scopes: [],
    agents: true,
    rateLimit: 'none' as const,
    isIdempotent: false,
    bodyLimit: limits.requestBody,
    structureLimit: limits.jsonStructure,
    endpoint: undefined,
    operation: undefined,
  }))
  const mounted = (host.lookup(PluginCatalog)?.list() ?? []).flatMap(({ name, routes }) =>
    routes.map((route) => ({ plugin: name, ...route })),
  )
  return [...own, ...mounted]
    .map((route) => {
      const [first = '', second] = route.pattern.split(' ')
      const place = second === undefined ? { method: undefined, path: first } : { method: first, path: second }
      return { ...route, ...place }
    })
    .toSorted((one, other) => compare(placeOf(one), placeOf(other)))
}

function placeOf({ plugin, path, method }: EditionRoute): string {
  return `${plugin} ${path} ${method ?? ''}`
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
