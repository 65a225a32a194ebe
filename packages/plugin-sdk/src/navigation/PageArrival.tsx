import { useEffect, useRef, type ReactNode } from 'react'
import { useHistoryEntry, useNavigation } from './navigation-context.ts'

/**
 * Rendered next to a page inside its Suspense boundary, so that it mounts together with the page. It then restores the
 * scroll position from the history and focuses the heading, so that a screen reader announces the new page. A changed
 * query doesn't count as an arrival, and on the first page the focus is left to the browser. A reader who moved on while
 * the page loaded, to a menu for example, keeps the focus there.
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
    if (history.entry().cause !== 'load' && !history.hasMovedOn()) focusHeading()
  }, [history, place])
  return null
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
