/** The facts of a click, of React or of the DOM. */
export type LinkClick = Pick<MouseEvent, 'altKey' | 'button' | 'ctrlKey' | 'defaultPrevented' | 'metaKey' | 'shiftKey'>

/** Whether a click on a link is the page's own business: those with a modifier or another target are the browser's. */
export function isPlainClick(event: LinkClick, { target, download }: HTMLAnchorElement): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !modified &&
    (target === '' || target === '_self') &&
    download === ''
  )
}
