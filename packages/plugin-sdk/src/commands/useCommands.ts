import { useSyncExternalStore } from 'react'
import type { Command } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** The commands of the open page, in the order of registration. */
export function useCommands(): readonly Command[] {
  const { subscribe, commands } = useCommandRegistry()
  return useSyncExternalStore(subscribe, commands)
}
