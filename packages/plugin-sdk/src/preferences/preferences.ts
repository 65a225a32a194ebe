import type { Language } from '@host/plugin/wire'

/** How the product looks and behaves for one person; the answer of `GET /api/user/settings`. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** Null for the language of the browser. */
  readonly language: Language | null
  readonly density: 'comfortable' | 'compact'
  readonly motion: 'system' | 'reduced'
  /** A name of the IANA time zone database; null for the zone of the device. */
  readonly timeZone: string | null
  /** Whether single keys do something. */
  readonly shortcuts: boolean
}

/** Preferences of a user who has made no choice. */
export const defaultPreferences: Preferences = Object.freeze({
  theme: 'system',
  language: null,
  density: 'comfortable',
  motion: 'system',
  timeZone: null,
  shortcuts: true,
})

/** The name of one preference. */
export type PreferenceName = keyof Preferences

export const preferenceNames = Object.freeze(Object.keys(defaultPreferences) as PreferenceName[])
