/**
 * Groups the entries of the settings, in the order of the server. The groups `workspace`, `account` and `developers` list
 * their entries as they are; `features` has a part for each feature.
 */
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'

type SettingsGroupId = NonNullable<AnnouncedMenu['settings']>

/** An entry, as far as its place in the settings matters. */
export interface SettingsEntry {
  readonly menu: Pick<AnnouncedMenu, 'path' | 'settings' | 'feature'>
}

export interface SettingsPart<Entry> {
  /** The name of the feature, in the group of features. */
  readonly feature?: string | undefined
  readonly entries: readonly Entry[]
}

export interface SettingsGroup<Entry> {
  readonly id: SettingsGroupId
  readonly parts: readonly SettingsPart<Entry>[]
}

const order: readonly SettingsGroupId[] = ['workspace', 'account', 'developers', 'features']

/** The groups that have entries. */
export function settingsGroups<Entry extends SettingsEntry>(
  entries: readonly Entry[],
): readonly SettingsGroup<Entry>[] {
  return order
    .map((id) => {
      const inside = entries.filter(({ menu }) => menu.settings === id)
      return { id, parts: id === 'features' ? partsByFeature(inside) : [{ entries: inside }] }
    })
    .filter(({ parts }) => parts.some((part) => part.entries.length > 0))
}

function partsByFeature<Entry extends SettingsEntry>(entries: readonly Entry[]): readonly SettingsPart<Entry>[] {
  const features = new Set(entries.map(({ menu }) => menu.feature))
  return [...features].map((feature) => ({ feature, entries: entries.filter(({ menu }) => menu.feature === feature) }))
}

/** Whether a path shows the settings: that of their entries, and every path below `/settings`. */
export function isInSettings(entry: AnnouncedMenu | undefined, path: string): boolean {
  return entry?.settings !== undefined || path === '/settings' || path.startsWith('/settings/')
}
