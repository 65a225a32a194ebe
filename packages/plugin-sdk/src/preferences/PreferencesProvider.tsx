import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import { defaultPreferences } from './preferences.ts'
import type { PreferenceStore, PreferenceState } from './preference-store.ts'

const PreferencesContext = createContext<PreferenceStore | undefined>(undefined)

/** Props of `PreferencesProvider`. */
export interface PreferencesProviderProps {
  readonly preferences: PreferenceStore
  readonly children: ReactNode
}

/** Gives the reader's preferences to everything inside. */
export function PreferencesProvider({ preferences, children }: PreferencesProviderProps): ReactNode {
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>
}

/** Undefined outside a host. */
export function usePreferenceStore(): PreferenceStore | undefined {
  return useContext(PreferencesContext)
}

/** The preferences and the names of unsaved ones; outside a host, the defaults. */
export function usePreferenceState(): PreferenceState {
  const { subscribe, snapshot } = usePreferenceStore() ?? nobody
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

const untouched: PreferenceState = Object.freeze({ preferences: defaultPreferences, unsaved: [] })
const nobody = { snapshot: () => untouched, subscribe: () => () => undefined }
