import type { Language, PluginFacts, PluginHealth } from '@host/plugin'
import type { PluginEntry } from '../shared.ts'

/** A plugin as the console shows it, its texts in the reader's language. */
export function pluginEntry(facts: PluginFacts, health: PluginHealth, language: Language): PluginEntry {
  const { info, i18n } = facts
  return {
    name: facts.name,
    version: facts.version,
    title: pluginTitle(facts, language),
    description: i18n[language]?.['info.description'] ?? info.description,
    icon: info.icon,
    category: info.category,
    feature: facts.feature,
    core: info.core === true,
    outOfTree: facts.outOfTree,
    requires: [...(info.requires ?? [])],
    routes: facts.routes.map(({ pattern, audience }) => ({ pattern, audience })),
    tables: [...facts.tables],
    provides: [...facts.provides],
    menuPaths: facts.menus.map(({ path }) => path),
    instanceMenuPaths: facts.instanceMenus.map(({ path }) => path),
    health: health.status,
    ...(health.detail === undefined ? {} : { healthDetail: health.detail }),
  }
}

/** A plugin's title in a language. */
export function pluginTitle({ i18n, info }: PluginFacts, language: Language): string {
  return i18n[language]?.['info.title'] ?? info.title
}
