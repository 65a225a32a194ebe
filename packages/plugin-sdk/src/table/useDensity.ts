import { useSyncExternalStore } from 'react'
import type { TableDensity } from './table-state.ts'

/** How dense the reader likes pages to be, as `<html>` says. */
export function useDensity(): TableDensity {
  return useSyncExternalStore(subscribe, read, read)
}

function read(): TableDensity {
  return document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}
