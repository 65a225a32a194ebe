import type { Language, PluginCatalogService } from '@host/plugin'

/** A plugin with its title in a language; its name where this build has it not. */
export function pluginName(catalog: PluginCatalogService, name: string, language: Language) {
  const facts = catalog.list().find((one) => one.name === name)
  return { name, title: facts?.i18n[language]?.['info.title'] ?? facts?.info.title ?? name }
}
