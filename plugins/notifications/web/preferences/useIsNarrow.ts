import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 39.99rem)'

/** Whether the screen is too narrow for a table. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, read, read)
}

function read(): boolean {
  return matchMedia(narrow).matches
}

function subscribe(changed: () => void): () => void {
  const list = matchMedia(narrow)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
