import { useLayoutEffect } from 'react'
import { keepAccent, showAccent } from './show-accent.ts'

/**
 * Colours the page with the accent of the workspace that it shows, as long as the caller is mounted: the instance
 * console and the pages before sign-in keep the product's own.
 */
export function useAccent(accent: string | null): void {
  useLayoutEffect(() => {
    showAccent(accent)
    keepAccent(accent)
    return () => showAccent(null)
  }, [accent])
}
