import type { Language, PluginFacts, PluginHealth } from '@host/plugin'
import type { HelpPage } from '@host/plugin/platform'
import type { FeaturePlugin } from '../shared.ts'

/** State of a plugin that its declaration doesn't contain. */
export interface PluginStanding {
  readonly health: PluginHealth
  /** The id of its settings of the workspace. */
  readonly settings: string | undefined
  /** Its pages of the help that the workspace may read. */
  readonly help: readonly HelpPage[]
}

/** A plugin of a feature as an admin of the workspace sees it, its texts in the reader's language. */
export function featurePlugin(facts: PluginFacts, standing: PluginStanding, language: Language): FeaturePlugin {
  const { name, version, info } = facts
  const { health, settings, help } = standing
  return {
    name,
    title: facts.i18n[language]?.['info.title'] ?? info.title,
    version,
    health: health.status,
    ...(health.detail !== undefined && { healthDetail: health.detail }),
    ...(health.cause !== undefined && { healthCause: health.cause }),
    ...(health.since !== undefined && { healthSince: health.since }),
    ...additionsOf(facts, language),
    help: help.map(({ slug, texts }) => ({ slug, title: (texts[language] ?? texts.en).title })),
    settings: settings ?? null,
  }
}

function additionsOf({ i18n, ...facts }: PluginFacts, language: Language) {
  const texts = i18n[language]
  return {
    pages: facts.menus.map(({ id, path, label }) => ({ path, label: texts?.[`menu.${id}`] ?? label })),
    permissions: facts.permissions.map(({ name, title, role }) => ({
      name,
      title: texts?.[`permission.${name}`] ?? title,
      role,
    })),
    events: [...facts.events],
    notices: facts.notifications.map(({ id, title }) => texts?.[`notification.${id}`] ?? title),
  }
}
