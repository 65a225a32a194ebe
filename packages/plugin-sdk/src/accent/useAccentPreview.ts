import { useLayoutEffect } from 'react'
import { useSession } from '../session/useSession.ts'
import { showAccent } from './show-accent.ts'

/**
 * Shows an accent on the whole page while it is being chosen; the workspace's own comes back when the caller goes.
 * @param accent "#rrggbb", or null for the product's own
 * @example useAccentPreview(form.accent)
 * @since 1.0.0
 */
export function useAccentPreview(accent: string | null): void {
  const saved = useSession().workspace?.accent ?? null
  useLayoutEffect(() => {
    showAccent(accent)
    return () => showAccent(saved)
  }, [accent, saved])
}
