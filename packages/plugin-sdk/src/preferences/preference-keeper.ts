/**
 * What the reader has chosen: shown at once, kept on this device, and saved with the account when somebody is signed in.
 *
 *   change() ──► shown, kept here, other tabs follow; unsaved
 *                  ├─ settle(): the server has it ────► saved
 *                  ├─ giveUp(): the server refused it ─► what the server has is shown again
 *                  └─ nobody is signed in ────────────► stays unsaved, and is saved by the next sign-in
 *   adopt()  ──► what the account has is shown, but for what is unsaved
 *
 * What is unsaved is known to all tabs: one that asks the server meanwhile must not bring the old choice back.
 */
import type { PreferenceName, Preferences } from './preferences.ts'
import { showPreferences } from './show-preferences.ts'
import { isPreferenceKey, leaveCookies, readStored, readUnsaved, store, storeUnsaved } from './stored-preferences.ts'

/** The preferences at one moment; another object as soon as any of them changes. */
export interface PreferenceState {
  readonly preferences: Preferences
  /** What was changed in this tab, or before it was opened, and is not saved yet. */
  readonly unsaved: readonly PreferenceName[]
}

/** Keeps the preferences of a page. */
export interface PreferenceKeeper {
  readonly snapshot: () => PreferenceState
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (choice: Partial<Preferences>) => void
  /** @param account what the server has */
  readonly adopt: (account: Preferences) => void
  /** @param sent what the server was given, and has now */
  readonly settle: (sent: Preferences) => void
  /** @param account what the server still has */
  readonly giveUp: (account: Preferences) => void
  /** Follows what other tabs choose, until the returned function is called. */
  readonly followOtherTabs: () => () => void
}

/** Makes the keeper of a page from what this device keeps, which the page shows already. */
export function createPreferences(): PreferenceKeeper {
  const listeners = new Set<() => void>()
  let state: PreferenceState = { preferences: readStored(), unsaved: readUnsaved() }
  leaveCookies(state.preferences)
  const become = (next: Partial<PreferenceState>): void => {
    state = { ...state, ...next }
    showPreferences(state.preferences)
    for (const listener of listeners) listener()
  }
  const keep = (preferences: Preferences, unsaved: readonly PreferenceName[]): void => {
    storeUnsaved(unsaved)
    store(preferences)
    become({ preferences, unsaved })
  }
  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(choice) {
      const changed = Object.keys(choice) as PreferenceName[]
      keep({ ...state.preferences, ...choice }, [...new Set([...state.unsaved, ...changed])])
    },
    adopt(account) {
      const unsaved = [...new Set([...state.unsaved, ...readUnsaved()])]
      const preferences = { ...account, ...pick(state.preferences, unsaved) }
      store(preferences)
      become({ preferences })
    },
    settle(sent) {
      const { preferences, unsaved } = state
      keep(
        preferences,
        unsaved.filter((name) => preferences[name] !== sent[name]),
      )
    },
    giveUp: (account) => keep(account, []),
    followOtherTabs() {
      const follow = ({ key }: StorageEvent): void => {
        if (isPreferenceKey(key)) become({ preferences: readStored() })
      }
      window.addEventListener('storage', follow)
      return () => window.removeEventListener('storage', follow)
    },
  }
}

function pick(preferences: Preferences, names: readonly PreferenceName[]): Partial<Preferences> {
  return Object.fromEntries(names.map((name) => [name, preferences[name]])) as Partial<Preferences>
}
