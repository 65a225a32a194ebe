import type { CategoryChoice, SavedPreferences, ShownPreferences } from '../../shared/preferences.ts'

/** How a category comes. */
export type Route = Pick<CategoryChoice, 'inbox' | 'channels'>

/** Unsaved changes; a missing field keeps its saved value. */
export interface Draft {
  readonly timeZone?: string
  readonly quietHours?: ShownPreferences['quietHours']
  readonly digest?: ShownPreferences['digest']
  readonly routes?: Readonly<Record<string, Route>>
}

/** The saved preferences with the unsaved changes. */
export interface Current {
  readonly timeZone: string
  readonly quietHours: ShownPreferences['quietHours']
  readonly digest: ShownPreferences['digest']
  readonly categories: readonly CategoryChoice[]
}

/** @param deviceZone time zone of a reader who has chosen none */
export function currentOf(saved: ShownPreferences, draft: Draft, deviceZone: string): Current {
  return {
    timeZone: draft.timeZone ?? saved.timeZone ?? deviceZone,
    quietHours: draft.quietHours === undefined ? saved.quietHours : draft.quietHours,
    digest: draft.digest ?? saved.digest,
    categories: saved.categories.map((category) => ({ ...category, ...draft.routes?.[category.key] })),
  }
}

/** The input of the save request. */
export function inputOf({ timeZone, quietHours, digest, categories }: Current): SavedPreferences {
  return {
    timeZone,
    quietHours,
    digest,
    choices: categories.map(({ key, inbox, channels }) => ({ category: key, inbox, channels: [...channels] })),
  }
}

/** A route with one of its ways put on or off. */
export function routeWith({ inbox, channels }: Route, way: string, isOn: boolean): Route {
  if (way === inboxWay) return { inbox: isOn, channels }
  const others = channels.filter((id) => id !== way)
  return { inbox, channels: isOn ? [...others, way] : others }
}

/** Whether a category comes by a way. */
export function comesBy({ inbox, channels }: Route, way: string): boolean {
  return way === inboxWay ? inbox : channels.includes(way)
}

/** The matrix's ID of the inbox. */
export const inboxWay = 'inbox'
