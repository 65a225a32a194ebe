/**
 * Puts the entries of the workspace dashboard in their places. Which entries there are is settled before: both halves
 * have to know them. Entries of the settings are left out. The server's `category` finds the place of the others:
 *
 *   empty                -> the main area, before all groups
 *   the id of an area    -> that area, before its groups
 *   the label of a group -> that group, in the first area that declares it
 *   anything else        -> a group of that name in the main area
 *
 * The title of an area is never matched.
 */
import type { UIArea } from '@host/plugin-sdk'

/** An entry as far as its place matters. */
export interface PlacedEntry {
  readonly menu: { readonly category?: string | undefined; readonly settings?: string | undefined }
  readonly plugin: { readonly name: string }
}

/** An area with the plugin that declares it, whose dictionary translates it. */
export interface DeclaredArea extends UIArea {
  readonly plugin: string
}

export interface SidebarGroup<Entry> {
  /** Unique in the sidebar; under it is remembered whether the group is folded. */
  readonly id: string
  /** Untranslated; absent for the entries that stand before all groups. */
  readonly label?: string
  /** Where a translation of the label may be found. */
  readonly textKeys: readonly string[]
  readonly entries: readonly Entry[]
}

export interface SidebarArea<Entry> {
  readonly id: string
  /** Absent for the main area, which the shell names. */
  readonly area?: DeclaredArea
  readonly groups: readonly SidebarGroup<Entry>[]
}

export const mainArea = 'main'

/** The areas that have something to show, the main area first. */
export function sidebarAreas<Entry extends PlacedEntry>(
  all: readonly Entry[],
  areas: readonly DeclaredArea[],
): readonly SidebarArea<Entry>[] {
  const entries = all.filter(({ menu }) => menu.settings === undefined)
  const sorted = areas.toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100) || a.id.localeCompare(b.id))
  const ownerOf = (entry: Entry) => sorted.find((area) => isClaimed(area, categoryOf(entry)))
  const main = { id: mainArea, groups: mainGroups(entries.filter((entry) => ownerOf(entry) === undefined)) }
  const declared = sorted.map((area) => ({
    id: area.id,
    area,
    groups: declaredGroups(
      area,
      entries.filter((entry) => ownerOf(entry) === area),
    ),
  }))
  return [main, ...declared].map(withoutEmptyGroups).filter(({ groups }) => groups.length > 0)
}

function categoryOf({ menu }: PlacedEntry): string {
  return menu.category ?? ''
}

function isClaimed(area: DeclaredArea, category: string): boolean {
  return area.id === category || area.groups.some(({ label }) => label === category)
}

function mainGroups<Entry extends PlacedEntry>(entries: readonly Entry[]): readonly SidebarGroup<Entry>[] {
  const labels = new Set(entries.map(categoryOf).filter((label) => label !== ''))
  const ungrouped = { id: mainArea, textKeys: [], entries: entries.filter((entry) => categoryOf(entry) === '') }
  const grouped = [...labels].map((label) => {
    const inside = entries.filter((entry) => categoryOf(entry) === label)
    const plugins = new Set(inside.map(({ plugin }) => plugin.name))
    const textKeys = ['shell', ...plugins].map((namespace) => `${namespace}.group.${label}`)
    return { id: `${mainArea}/${label}`, label, textKeys, entries: inside }
  })
  return [ungrouped, ...grouped]
}

function declaredGroups<Entry extends PlacedEntry>(
  area: DeclaredArea,
  entries: readonly Entry[],
): readonly SidebarGroup<Entry>[] {
  const direct = { id: area.id, textKeys: [], entries: entries.filter((entry) => categoryOf(entry) === area.id) }
  const grouped = area.groups.map(({ id, label }) => ({
    id: `${area.id}/${id}`,
    label,
    textKeys: [`${area.plugin}.group.${id}`],
    entries: entries.filter((entry) => categoryOf(entry) === label),
  }))
  return [direct, ...grouped]
}

function withoutEmptyGroups<Entry>(area: SidebarArea<Entry>): SidebarArea<Entry> {
  return { ...area, groups: area.groups.filter(({ entries }) => entries.length > 0) }
}
