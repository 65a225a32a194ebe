import { useLayoutEffect } from 'react'
import { keepAccent, showAccent } from './show-accent.ts'

/**
 * Applies the accent of the current workspace while the caller is mounted. The instance console and the pages before
 * sign-in keep the product default.
 */
export function useAccent(accent: string | null): void {
  useLayoutEffect(() => {
    showAccent(accent)
    keepAccent(accent)
    return () => showAccent(null)
  }, [accent])
}
