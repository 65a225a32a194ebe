import type { Language, PluginCatalogService } from '@host/plugin'
import { i18n } from './i18n.ts'

/** A plugin with its title in a language; its name where this build has it not. The host has jobs of its own, such as emails. */
export function pluginName(catalog: PluginCatalogService, name: string, language: Language) {
  if (name === 'host') return { name, title: i18n[language]?.['plugin.host'] ?? name }
  const facts = catalog.list().find((one) => one.name === name)
  return { name, title: facts?.i18n[language]?.['info.title'] ?? facts?.info.title ?? name }
}
