import {
  hasRole,
  type InstanceMenuEntry,
  type Language,
  type MenuEntry,
  type MenuItem,
  type PluginFacts,
  type Role,
} from '@host/plugin'

/** An entry with what decides who sees it. */
export interface Listed<Entry> {
  readonly feature: string
  readonly requiredRole: Role | undefined
  readonly entry: Entry
}

/** An entry of the command palette, as it is sent. */
export interface ActionEntry {
  readonly id: string
  readonly label: string
  readonly icon: string
  readonly path: string
}

const defaultOrder = 100

/** The sidebar's entries of all plugins, sorted by `order`, then `id`. */
export function menuEntries(plugins: readonly PluginFacts[], language: Language): readonly Listed<MenuEntry>[] {
  const listed = plugins.flatMap((plugin) =>
    plugin.menus.map((item) => ({
      feature: plugin.feature,
      requiredRole: item.requiredRole,
      entry: { ...entryOf(plugin, item, language), category: item.category ?? plugin.info.category, ...roleOf(item) },
    })),
  )
  return listed.toSorted((a, b) => compare(a.entry, b.entry))
}

/** The entries of the reader's own pages, for somebody without a workspace. */
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

/** The palette's entries of all plugins, sorted by label. */
export function actionEntries(plugins: readonly PluginFacts[], language: Language): readonly Listed<ActionEntry>[] {
  const listed = plugins.flatMap((plugin) =>
    plugin.actions.map(({ id, label, icon, path, requiredRole }) => ({
      feature: plugin.feature,
      requiredRole,
      entry: { id, label: plugin.i18n[language]?.[`action.${id}`] ?? label, icon: icon ?? plugin.info.icon, path },
    })),
  )
  return listed.toSorted(
    (a, b) => a.entry.label.localeCompare(b.entry.label, language) || (a.entry.id < b.entry.id ? -1 : 1),
  )
}

/** The entries that a role may see and whose features are on. */
export async function visible<Entry>(
  listed: readonly Listed<Entry>[],
  role: Role,
  isEnabled: (feature: string) => boolean | Promise<boolean>,
): Promise<Entry[]> {
  const features = [...new Set(listed.map(({ feature }) => feature))]
  const states = await Promise.all(features.map(async (feature) => [feature, await isEnabled(feature)] as const))
  const on = new Map(states)
  return listed
    .filter(({ feature, requiredRole }) => on.get(feature) === true && hasRole(role, requiredRole ?? 'member'))
    .map(({ entry }) => entry)
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

function compare(a: InstanceMenuEntry, b: InstanceMenuEntry): number {
  if (a.order !== b.order) return a.order - b.order
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
