/**
 * Entries opened recently through the palette, stored on this device per user and workspace. Any user of the browser
 * could have changed them, so they are treated as untrusted data: validated, truncated, and followed only to addresses
 * of this origin.
 */
import { safeReturnPath } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'

/** As much of an entry as is kept. */
export type RecentEntry = Required<Pick<PaletteEntry, 'id' | 'label' | 'icon'>> & { readonly href: string }

/** The user and workspace of recent entries. */
export interface RecentPlace {
  readonly userId: string
  readonly workspaceId: string | undefined
}

const most = 5
const longest = 300
const prefix = 'host.recent.'

/** Recently opened entries, newest first. */
export function readRecent(place: RecentPlace): readonly RecentEntry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecentEntry).slice(0, most) : []
  } catch {
    return []
  }
}

/** Keeps an entry as the newest; a browser that keeps nothing forgets it. */
export function rememberEntry(place: RecentPlace, { id, label, icon, href }: RecentEntry): void {
  const rest = readRecent(place).filter((one) => one.href !== href)
  try {
    localStorage.setItem(keyOf(place), JSON.stringify([{ id, label, icon, href }, ...rest].slice(0, most)))
  } catch {
    return
  }
}

/** Removes a user's recent entries in every workspace: signing out leaves no titles on the device. */
export function forgetRecent(userId: string): void {
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${userId}.`))
    for (const key of own) localStorage.removeItem(key)
  } catch {
    return
  }
}

function keyOf({ userId, workspaceId = '' }: RecentPlace): string {
  return `${prefix}${userId}.${workspaceId}`
}

function isRecentEntry(value: unknown): value is RecentEntry {
  if (typeof value !== 'object' || value === null) return false
  const { id, label, icon, href } = value as Partial<Record<keyof RecentEntry, unknown>>
  const isText = [id, label, icon, href].every((text) => typeof text === 'string' && text.length <= longest)
  return isText && typeof href === 'string' && safeReturnPath(href, '') === href
}
