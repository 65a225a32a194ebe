import { useEffect } from 'react'

/** Moves the focus to the title of a step that took the place of another, so that it is announced. */
export function useTitleFocus(): void {
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
}
