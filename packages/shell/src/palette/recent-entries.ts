/**
 * What somebody opened last through the palette, kept on this device for each person and workspace by itself. What is
 * read back was within reach of anybody who used the browser, so it is taken as data: checked, cut, and followed only
 * to addresses of this origin.
 */
import { safeReturnPath } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'

/** As much of an entry as is kept. */
export type RecentEntry = Required<Pick<PaletteEntry, 'id' | 'label' | 'icon'>> & { readonly href: string }

/** Whose recent entries they are. */
export interface RecentPlace {
  readonly userId: string
  readonly workspaceId: string | undefined
}

const most = 5
const longest = 300
const prefix = 'host.recent.'

/** What was opened last, the newest first. */
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

/** Forgets what somebody opened, in every workspace: whoever signs out leaves no titles behind. */
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
