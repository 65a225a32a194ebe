import { useLayoutEffect } from 'react'
import { useSession } from '../session/useSession.ts'
import { keepAccent, showAccent } from './show-accent.ts'

/**
 * Applies the accent of the current workspace while the caller is mounted. The instance console and the pages before
 * sign-in keep the product default.
 */
export function useAccent(accent: string | null): void {
  const slug = useSession().workspace?.slug
  useLayoutEffect(() => {
    showAccent(accent)
    keepAccent(accent, slug)
    return () => showAccent(null)
  }, [accent, slug])
}
