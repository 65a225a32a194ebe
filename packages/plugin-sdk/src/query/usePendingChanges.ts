import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PendingChange, PendingChanges } from './pending-changes.ts'

/** Holds the changes of a page. */
export const PendingChangesContext = createContext<PendingChanges | undefined>(undefined)

/** The changes of this page. @throws Error outside a `HostProvider` */
export function usePendingChanges(): PendingChanges {
  const pending = useContext(PendingChangesContext)
  if (pending === undefined) throw new Error('Server data stand inside a host: wrap the page in HostProvider.')
  return pending
}

/** The changes currently shown on top of the server's data. */
export function useShownChanges(): readonly PendingChange[] {
  const { subscribe, current } = usePendingChanges()
  return useSyncExternalStore(subscribe, current, current)
}
