/**
 * The user's preferences: applied immediately, stored on this device, and saved to the account when the user is signed
 * in.
 *
 *   change() ──► applied, stored here, other tabs follow; unsaved
 *                  ├─ settle(): the server has it ────► saved
 *                  ├─ giveUp(): the server rejected it ─► the server's values are shown again
 *                  └─ not signed in ──────────────────► stays unsaved, and is saved at the next sign-in
 *   adopt()  ──► the account's values are shown, except for unsaved ones
 *
 * Unsaved names are shared with all tabs: a tab that fetches the account meanwhile must not restore the old value.
 */
import type { PreferenceName, Preferences } from './preferences.ts'
import { showPreferences } from './show-preferences.ts'
import { isPreferenceKey, leaveCookies, readStored, readUnsaved, store, storeUnsaved } from './stored-preferences.ts'

/** The preferences at one moment; another object as soon as any of them changes. */
export interface PreferenceState {
  readonly preferences: Preferences
  /** Names changed in this tab, or before it was opened, that are not saved yet. */
  readonly unsaved: readonly PreferenceName[]
}

/** Keeps the preferences of a page. */
export interface PreferenceStore {
  readonly snapshot: () => PreferenceState
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (choice: Partial<Preferences>) => void
  /**
   * Applies the account's values, except for unsaved ones.
   * @param account the preferences stored on the server
   */
  readonly adopt: (account: Preferences) => void
  /**
   * Marks values as saved.
   * @param sent the values accepted by the server
   */
  readonly settle: (sent: Preferences) => void
  /**
   * Restores the account's values after a rejected save.
   * @param account the preferences stored on the server
   */
  readonly giveUp: (account: Preferences) => void
  /** Applies changes made in other tabs until the returned function is called. */
  readonly followOtherTabs: () => () => void
}

/** Creates the preferences of a page from the values stored on this device, which the page shows already. */
export function createPreferences(): PreferenceStore {
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
