import { useSyncExternalStore } from 'react'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** Whether characters by themselves are shortcuts for this reader. */
export function useHasCharacterKeys(): boolean {
  const { subscribe, hasCharacterKeys } = useCommandRegistry()
  return useSyncExternalStore(subscribe, hasCharacterKeys)
}
