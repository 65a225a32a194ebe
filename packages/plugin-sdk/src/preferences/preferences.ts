import type { Preferences } from '@host/platform-api/preferences'

export type { Preferences }

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
