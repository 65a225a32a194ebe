import type { BuildFacts, PluginCatalogService, PluginFacts, RouteFacts } from '@host/plugin'
import { takesAgents } from '@host/plugin/wire'
import type { PluginHealths } from './plugin-health.ts'
import type { MountedRoute } from '../pipeline/mounted-route.ts'
import type { PluginMount } from './plugin-mount.ts'
import { defaultBodyLimits } from '../http/body-limits.ts'
import type { Registry } from './registry.ts'

/** Options of the catalog. */
export interface CatalogOptions {
  readonly mounts: readonly PluginMount[]
  readonly registry: Registry
  readonly healths: PluginHealths
  readonly build: BuildFacts
  /** The kinds of jobs that a plugin does. */
  jobsOf(plugin: string): readonly string[]
}

/** The plugins of a build, as they were mounted. */
export function createPluginCatalog({
  mounts,
  registry,
  healths,
  build,
  jobsOf,
}: CatalogOptions): PluginCatalogService {
  let facts: readonly PluginFacts[] | undefined
  return Object.freeze<PluginCatalogService>({
    list: () => {
      if (!registry.isSealed) {
        throw new Error('The catalog is only available after mounting: use it in start or per request.')
      }
      return (facts ??= Object.freeze(mounts.map((mount) => factsOf(mount, { registry, jobsOf }))))
    },
    health: (name) => healths.of(name),
    build: () => build,
  })
}

function factsOf(
  { registered, mux }: PluginMount,
  { registry, jobsOf }: Pick<CatalogOptions, 'registry' | 'jobsOf'>,
): PluginFacts {
  const { name, version, outOfTree, feature, plugin } = registered
  return Object.freeze({
    name,
    version,
    info: plugin.info,
    outOfTree,
    feature,
    menus: registered.menus,
    instanceMenus: registered.instanceMenus,
    actions: plugin.actions ?? [],
    i18n: registered.i18n,
    permissions: plugin.permissions ?? [],
    notifications: plugin.notifications ?? [],
    events: (plugin.events ?? []).map(({ name: event }) => event),
    jobs: jobsOf(name),
    routes: mux.routes.map(factsOfRoute),
    tables: plugin.models.filter(({ kind }) => kind === 'model').map(({ table }) => table),
    provides: registry.providedBy(name),
  })
}

function factsOfRoute(route: MountedRoute): RouteFacts {
  const { pattern, audience, requirements, scopes = [], rateLimit = 'none', isIdempotent = false } = route
  const { endpoint, operation, deprecated, bodyLimits = defaultBodyLimits } = route
  const { session = 'any', agents: allowed } = requirements ?? { agents: true }
  const agents = session === 'any' && takesAgents({ pattern: pattern.text, agents: allowed })
  const told = { endpoint, operation, deprecated, bodyLimit: bodyLimits.bytes, structureLimit: bodyLimits.structure }
  return Object.freeze({
    pattern: pattern.text,
    audience,
    requirements,
    scopes,
    agents,
    rateLimit,
    isIdempotent,
    ...told,
  })
}
