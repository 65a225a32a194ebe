import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import { defaultPreferences } from './preferences.ts'
import type { PreferenceKeeper, PreferenceState } from './preference-keeper.ts'

const PreferencesContext = createContext<PreferenceKeeper | undefined>(undefined)

/** Props of `PreferencesProvider`. */
export interface PreferencesProviderProps {
  readonly preferences: PreferenceKeeper
  readonly children: ReactNode
}

/** Gives the reader's preferences to everything inside. */
export function PreferencesProvider({ preferences, children }: PreferencesProviderProps): ReactNode {
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>
}

/** Undefined outside a host. */
export function usePreferenceKeeper(): PreferenceKeeper | undefined {
  return useContext(PreferencesContext)
}

/** The preferences and the names of unsaved ones; outside a host, the defaults. */
export function usePreferenceState(): PreferenceState {
  const { subscribe, snapshot } = usePreferenceKeeper() ?? nobody
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

const untouched: PreferenceState = Object.freeze({ preferences: defaultPreferences, unsaved: [] })
const nobody = { snapshot: () => untouched, subscribe: () => () => undefined }
