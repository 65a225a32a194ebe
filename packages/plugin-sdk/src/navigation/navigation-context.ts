import { createContext, useContext, useSyncExternalStore } from 'react'
import type { BrowserHistory, HistoryEntry } from './browser-history.ts'

/** A shell's view of the browser's history. */
export interface Navigation {
  /** The shell's prefix: `/admin`, with the workspace if its address has one, `/instance` or nothing. */
  readonly base: string
  readonly history: BrowserHistory
  /** Those who know how to load a page before it is shown; they get a shell path. */
  readonly preloaders: Set<(path: string) => void>
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

/** @throws Error outside a `NavigationProvider` */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  if (navigation === undefined) throw new Error('This stands outside a shell: wrap it in NavigationProvider.')
  return navigation
}

/** The entry of the browser's history that the reader is at. */
export function useHistoryEntry(): HistoryEntry {
  const { history } = useNavigation()
  return useSyncExternalStore(history.subscribe, history.entry, history.entry)
}
