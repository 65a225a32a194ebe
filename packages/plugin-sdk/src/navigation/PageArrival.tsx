import { useEffect, useRef, type ReactNode } from 'react'
import { useHistoryEntry, useNavigation } from './navigation-context.ts'

/**
 * Stands beside a page inside its Suspense, so that it comes to life with it: then the scroll goes where the history
 * wants it and the focus to the heading, so that a screen reader tells where the reader is. A changed query is no
 * arrival, and on the first page the focus stays the browser's.
 */
export function PageArrival(): ReactNode {
  const { history } = useNavigation()
  const { pathname, hash } = useHistoryEntry()
  const place = pathname + hash
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    if (arrived.current === place) return
    arrived.current = place
    history.arrive()
    if (history.entry().cause !== 'load') focusHeading()
  }, [history, place])
  return null
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
