import { useSyncExternalStore } from 'react'
import type { Command } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** What the open page can do, in the order in which it was registered. */
export function useCommands(): readonly Command[] {
  const { subscribe, commands } = useCommandRegistry()
  return useSyncExternalStore(subscribe, commands)
}
