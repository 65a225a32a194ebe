import { useSyncExternalStore } from 'react'
import type { Shortcut } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** Every shortcut that holds, in the order in which it was registered. */
export function useShortcuts(): readonly Shortcut[] {
  const { subscribe, shortcuts } = useCommandRegistry()
  return useSyncExternalStore(subscribe, shortcuts)
}
