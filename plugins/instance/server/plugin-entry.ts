import type { Language, PluginFacts, PluginHealth } from '@host/plugin'
import type { PausedPlugin } from '@host/plugin/platform'
import type { PluginEntry } from '../shared.ts'

/** State of a plugin that its declaration doesn't contain. */
export interface PluginStanding {
  readonly health: PluginHealth
  readonly paused: PausedPlugin | undefined
  readonly requiredBy: readonly string[]
  /** The id of its settings of the instance. */
  readonly settings: string | undefined
}

/** A plugin as the console shows it, its texts in the reader's language. */
export function pluginEntry(facts: PluginFacts, standing: PluginStanding, language: Language): PluginEntry {
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
    enabledByDefault: info.enabledByDefault !== false,
    outOfTree: facts.outOfTree,
    requires: [...(info.requires ?? [])],
    requiredBy: [...standing.requiredBy],
    ...additionsOf(facts, language),
    settings: standing.settings ?? null,
    ...healthOf(standing),
  }
}

/** A plugin's title in a language. */
export function pluginTitle({ i18n, info }: PluginFacts, language: Language): string {
  return i18n[language]?.['info.title'] ?? info.title
}

function additionsOf({ i18n, ...facts }: PluginFacts, language: Language) {
  const texts = i18n[language]
  return {
    routes: facts.routes.map(({ pattern, audience }) => ({ pattern, audience })),
    tables: [...facts.tables],
    provides: [...facts.provides],
    permissions: facts.permissions.map(({ name, title, role }) => ({
      name,
      title: texts?.[`permission.${name}`] ?? title,
      role,
    })),
    events: [...facts.events],
    jobs: [...facts.jobs],
    notices: facts.notifications.map(({ id, title }) => texts?.[`notification.${id}`] ?? title),
    menuPaths: facts.menus.map(({ path }) => path),
    instanceMenuPaths: facts.instanceMenus.map(({ path }) => path),
  }
}

function healthOf({ health: { status, detail, cause, since }, paused }: PluginStanding) {
  return {
    health: status,
    ...(detail !== undefined && { healthDetail: detail }),
    ...(cause !== undefined && { healthCause: cause }),
    ...(since !== undefined && { healthSince: since }),
    pausedUntil: paused?.until ?? null,
  }
}
