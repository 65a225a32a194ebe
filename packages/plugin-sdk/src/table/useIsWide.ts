import { useSyncExternalStore } from 'react'

const wide = '(min-width: 80rem)'

/** Whether there is room for something beside a table. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, read, read)
}

function read(): boolean {
  return matchMedia(wide).matches
}

function subscribe(changed: () => void): () => void {
  const list = matchMedia(wide)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
