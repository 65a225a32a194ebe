import { useEffect, useSyncExternalStore } from 'react'
import type { Command, Shortcut } from './command-registry.ts'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** What the open page can do, in the order in which it was registered. */
export function useCommands(): readonly Command[] {
  const { subscribe, commands } = useCommandRegistry()
  return useSyncExternalStore(subscribe, commands)
}

/** Every shortcut that holds, in the order in which it was registered. */
export function useShortcuts(): readonly Shortcut[] {
  const { subscribe, shortcuts } = useCommandRegistry()
  return useSyncExternalStore(subscribe, shortcuts)
}

/** Lets characters by themselves be shortcuts, or leaves that to chords with `mod`, as the reader wants it. */
export function useCharacterKeys(isOn: boolean): void {
  const { setCharacterKeys } = useCommandRegistry()
  useEffect(() => setCharacterKeys(isOn), [setCharacterKeys, isOn])
}

/** Whether characters by themselves are shortcuts for this reader. */
export function useHasCharacterKeys(): boolean {
  const { subscribe, hasCharacterKeys } = useCommandRegistry()
  return useSyncExternalStore(subscribe, hasCharacterKeys)
}
