import type { MouseEvent } from 'react'

/** Whether a click on a link is the page's own business: those with a modifier or another target are the browser's. */
export function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download } = event.currentTarget
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !modified &&
    (target === '' || target === '_self') &&
    download === ''
  )
}
