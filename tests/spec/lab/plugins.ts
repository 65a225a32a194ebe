import type { AnyPlugin, PluginInfo } from '@host/plugin'

/** Info shared by all plugins of the specification. */
export function infoOf(title: string, more: Partial<PluginInfo> = {}): PluginInfo {
  return {
    title,
    description: `${title} for the specification`,
    icon: 'notebook',
    category: 'Work',
    api: '^1',
    ...more,
  }
}

/** A plugin that a compiler would refuse, as an unchecked build passes it on. */
export function unchecked(plugin: unknown): AnyPlugin {
  return plugin as AnyPlugin
}

/** A minimal plugin with only a name, and the given members. */
export function plain(name: string, more: object = {}): AnyPlugin {
  return unchecked({ name, info: infoOf(name), models: [], mount() {}, ...more })
}
