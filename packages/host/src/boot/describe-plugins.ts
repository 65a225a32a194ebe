import { PluginCatalog } from '@host/plugin'
import type { PluginSurface } from '../surface/plugin-surface.ts'
import { surfaceOf } from '../surface/surface-of.ts'
import { withMountedBuild, type MountedBuildOptions } from './with-mounted-build.ts'

/**
 * Describes the plugins of a build, in their order. @throws BootError with every problem of the stage that refused;
 * TypeError for a schema that can't be written as JSON Schema
 */
export async function describePlugins(options: MountedBuildOptions): Promise<readonly PluginSurface[]> {
  return await withMountedBuild(options, ({ parts }) => {
    const catalog = parts.registry.lookup('host', PluginCatalog)?.list() ?? []
    const facts = new Map(catalog.map((each) => [each.name, each]))
    return options.plugins.flatMap(({ plugin }) => {
      const own = facts.get(plugin.name)
      return own === undefined ? [] : [surfaceOf({ plugin, facts: own })]
    })
  })
}
