import type { Preferences } from '@host/plugin-sdk'

type Theme = Preferences['theme']

/** The themes in the order in which they are offered. */
export const themes: readonly Theme[] = ['system', 'light', 'dark']

export const themeIcons: Readonly<Record<Theme, string>> = { system: 'monitor', light: 'sun', dark: 'moon' }
