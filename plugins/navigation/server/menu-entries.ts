import type { Language, MenuItem, PluginFacts, Role } from '@host/plugin'
import type { ApiRoute, InstanceMenuEntry, MenuEntry } from '@host/plugin/platform'
import { operationName } from '@host/plugin/wire'

/** An entry and the feature that it comes and goes with. */
export interface Listed<Entry> {
  readonly feature: string
  readonly entry: Entry
}

/** An action and the role that it is offered to. */
export interface ListedAction extends Listed<ActionEntry> {
  readonly requiredRole: Role
}

/** An entry of the command palette, as it is sent. */
export interface ActionEntry {
  readonly id: string
  readonly label: string
  readonly icon: string
  /** The page that it opens. */
  readonly path?: string
  /** The pattern of the endpoint that it calls. */
  readonly call?: string
  /** Whether the page opens with a form for a new record. */
  readonly creates?: boolean
}

const defaultOrder = 100

/** The sidebar's entries of all plugins, sorted by `order`, then `id`. */
export function menuEntries(plugins: readonly PluginFacts[], language: Language): readonly Listed<MenuEntry>[] {
  const listed = plugins.flatMap((plugin) =>
    plugin.menus.map((item) => ({
      feature: plugin.feature,
      entry: {
        ...entryOf(plugin, item, language),
        category: item.category ?? plugin.info.category,
        ...roleOf(item),
        ...settingsOf(item, () => featureTitle(plugin, plugins, language)),
      },
    })),
  )
  return listed.toSorted((a, b) => compare(a.entry, b.entry))
}

/** Menu entries of personal pages, for users without a workspace. */
export function personalEntries(plugins: readonly PluginFacts[], language: Language): readonly MenuEntry[] {
  const own = plugins.map((plugin) => ({ ...plugin, menus: plugin.menus.filter(({ personal }) => personal === true) }))
  return menuEntries(own, language).map(({ entry }) => entry)
}

/** The rail's entries of all plugins; it is flat and asks for no role. */
export function instanceMenuEntries(plugins: readonly PluginFacts[], language: Language): readonly InstanceMenuEntry[] {
  return plugins
    .flatMap((plugin) => plugin.instanceMenus.map((item) => entryOf(plugin, item, language)))
    .toSorted(compare)
}

/** The palette's entries that open a page, of all plugins. */
export function actionEntries(plugins: readonly PluginFacts[], language: Language): readonly ListedAction[] {
  return plugins.flatMap((plugin) =>
    plugin.actions.map(({ id, label, icon, path, requiredRole = 'member', creates }) => ({
      feature: plugin.feature,
      requiredRole,
      entry: {
        id,
        label: plugin.i18n[language]?.[`action.${id}`] ?? label,
        icon: icon ?? plugin.info.icon,
        path,
        ...(creates === true && { creates }),
      },
    })),
  )
}

/** The palette's entries that call an endpoint, from the routes that the user may call. */
export function endpointEntries(routes: readonly ApiRoute[], language: Language): readonly ActionEntry[] {
  return routes.flatMap(({ endpoint, pattern, plugin: { i18n, info } }) => {
    if (endpoint?.action === undefined) return []
    const { label, icon = info.icon } = endpoint.action
    const id = operationName(pattern)
    return [{ id, label: i18n[language]?.[`action.${id}`] ?? label, icon, call: pattern }]
  })
}

/** Entries of the palette in the order of their labels. */
export function byLabel(entries: readonly ActionEntry[], language: Language): ActionEntry[] {
  return entries.toSorted((a, b) => a.label.localeCompare(b.label, language) || (a.id < b.id ? -1 : 1))
}

/**
 * The entries whose features are on. The required role of a menu is advice for the sidebar and removes no entry here.
 */
export async function enabledEntries<Entry>(
  listed: readonly Listed<Entry>[],
  isEnabled: (feature: string) => boolean | Promise<boolean>,
): Promise<Entry[]> {
  const features = [...new Set(listed.map(({ feature }) => feature))]
  const states = await Promise.all(features.map(async (feature) => [feature, await isEnabled(feature)] as const))
  const on = new Map(states)
  return listed.filter(({ feature }) => on.get(feature) === true).map(({ entry }) => entry)
}

function entryOf(
  { info, i18n }: PluginFacts,
  item: Pick<MenuItem, 'id' | 'label' | 'path' | 'icon' | 'order'>,
  language: Language,
): InstanceMenuEntry {
  return {
    id: item.id,
    label: i18n[language]?.[`menu.${item.id}`] ?? item.label,
    path: item.path,
    icon: item.icon ?? info.icon,
    order: item.order ?? defaultOrder,
  }
}

function roleOf({ requiredRole }: MenuItem): { readonly requiredRole?: Role } {
  return requiredRole === undefined ? {} : { requiredRole }
}

/** The place of an entry in the settings, where every path below `/settings/` is. */
function settingsOf({ path, settings }: MenuItem, feature: () => string): Pick<MenuEntry, 'settings' | 'feature'> {
  if (settings === undefined && !path.startsWith('/settings/')) return {}
  return { settings: settings ?? 'features', feature: feature() }
}

/** A feature has the name of its first plugin. */
function featureTitle({ feature }: PluginFacts, plugins: readonly PluginFacts[], language: Language): string {
  const lead = plugins.find((plugin) => plugin.feature === feature)
  return lead?.i18n[language]?.['info.title'] ?? lead?.info.title ?? feature
}

function compare(a: InstanceMenuEntry, b: InstanceMenuEntry): number {
  if (a.order !== b.order) return a.order - b.order
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
