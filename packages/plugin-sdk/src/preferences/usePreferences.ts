import { usePreferenceStore, usePreferenceState } from './PreferencesProvider.tsx'
import type { Preferences } from './preferences.ts'

/** The user's own preferences and a function to change them. */
export interface PreferencesResult {
  readonly preferences: Preferences
  /** Shows a choice at once in every tab and saves it with the account; taken back when the server refuses. */
  readonly change: (choice: Partial<Preferences>) => void
}

/**
 * How the product looks and behaves for its reader: theme, language, density, motion, time zone, shortcuts.
 * @throws Error outside a host
 * @example const { preferences, change } = usePreferences(); change({ density: 'compact' })
 * @since 1.0.0
 */
export function usePreferences(): PreferencesResult {
  const store = usePreferenceStore()
  const { preferences } = usePreferenceState()
  if (store === undefined) throw new Error('Preferences stand inside a host: wrap it in HostProvider.')
  return { preferences, change: store.change }
}
