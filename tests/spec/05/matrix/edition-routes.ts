/** Every route of the product with what it declares, and the definitions of those that are typed. */
import { PluginCatalog, type AnyPlugin, type Endpoint, type RouteFacts } from '@host/plugin'
import type { Host } from '@host/host'
import { inTree } from '../../../../apps/server/src/edition.ts'
import { hostPatterns } from '../../../../packages/host/src/boot/host-routes.ts'

/** A route and whose it is. */
export interface EditionRoute extends RouteFacts {
  readonly plugin: string
  /** Undefined for a route without a method. */
  readonly method: string | undefined
  readonly path: string
}

/** The product's own plugins, whose typed endpoints are written down as they are mounted. */
export function recordedEdition(endpoints: Map<string, Endpoint>): typeof inTree {
  return inTree.map((entry) => ({ ...entry, plugin: recording(entry.plugin, endpoints) }))
}

/** A plugin whose typed endpoints are written down as they are mounted. */
export function recording(plugin: AnyPlugin, endpoints: Map<string, Endpoint>): AnyPlugin {
  return {
    ...plugin,
    mount: (mux, ctx) =>
      plugin.mount(
        {
          handle: mux.handle.bind(mux),
          endpoint(definition: Endpoint, handler: never) {
            endpoints.set(definition.pattern, definition)
            mux.endpoint(definition as never, handler)
          },
        } as never,
        ctx,
      ),
  }
}

/** All routes of a host, the host's own among them, in the order of plugin and path. */
export function routesOf(host: Host, endpoints: ReadonlyMap<string, Endpoint>): readonly EditionRoute[] {
  const own = hostPatterns().map(({ pattern }) => ({
    plugin: 'host',
    pattern: pattern.text,
    audience: 'public' as const,
    demands: undefined,
    scopes: [],
    rateLimit: 'none' as const,
    isIdempotent: false,
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
      return { ...route, ...place, endpoint: endpoints.get(route.pattern) }
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
