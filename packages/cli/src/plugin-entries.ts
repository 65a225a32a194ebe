import type { PluginEntry } from '@host/host'
import type { AnyPlugin } from '@host/plugin'
import type { Edition } from './edition.ts'
import type { BuildInfo } from './embedded/build-info.ts'

/** The plugins of an edition as the host takes them, with the versions that the build recorded. */
export function pluginEntries(
  { inTree, outOfTree }: Edition,
  build: BuildInfo,
  helpFiles: (plugin: AnyPlugin) => ReadonlyMap<string, string> = () => new Map(),
): PluginEntry[] {
  const versions = new Map(build.plugins.map(({ name, version }) => [name, version]))
  const versionOf = (name: string): string => versions.get(name) ?? build.version
  return [
    ...inTree.map(({ plugin, granted = [] }) => ({
      plugin,
      granted,
      version: versionOf(plugin.name),
      outOfTree: false,
      helpFiles: () => helpFiles(plugin),
    })),
    ...outOfTree.map((plugin) => ({
      plugin,
      version: versionOf(plugin.name),
      outOfTree: true,
      helpFiles: () => helpFiles(plugin),
    })),
  ]
}
