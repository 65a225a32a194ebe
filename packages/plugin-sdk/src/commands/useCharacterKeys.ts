import { useEffect } from 'react'
import { useCommandRegistry } from './CommandsProvider.tsx'

/** Lets characters by themselves be shortcuts, or leaves that to chords with `mod`, as the reader wants it. */
export function useCharacterKeys(isOn: boolean): void {
  const { setCharacterKeys } = useCommandRegistry()
  useEffect(() => setCharacterKeys(isOn), [setCharacterKeys, isOn])
}
