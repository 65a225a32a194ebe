import type { AnyPlugin, PluginInfo } from '@host/plugin'

/** What every plugin of the specification says about itself. */
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

/** What a compiler would refuse, as a build hands it over that no compiler has seen. */
export function unchecked(plugin: unknown): AnyPlugin {
  return plugin as AnyPlugin
}

/** A plugin that only has a name, and whatever is given beside it. */
export function plain(name: string, more: object = {}): AnyPlugin {
  return unchecked({ name, info: infoOf(name), models: [], mount() {}, ...more })
}
