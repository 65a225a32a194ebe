import { useCallback, useState } from 'react'

const focusable = [
  'a[href]',
  ...['button', 'input', 'select', 'textarea'].map((name) => `${name}:not([disabled])`),
  'summary',
  '[tabindex]',
].join()

/** Props of a scrollable element; `role` and `tabIndex` are set only while it has to be focusable itself. */
export interface ScrollRegion {
  readonly ref: (region: HTMLElement | null) => (() => void) | undefined
  readonly role?: 'group'
  readonly tabIndex?: 0
  readonly 'aria-label'?: string
}

/**
 * Lets the keyboard scroll an element: it takes the focus while its content overflows and holds nothing that does.
 * @param label names it for screen readers while it takes the focus
 */
export function useScrollRegion(label: string): ScrollRegion {
  const [needsFocus, setNeedsFocus] = useState(false)
  const ref = useCallback((region: HTMLElement | null) => {
    if (region === null) return undefined
    const measure = () => {
      for (const child of region.children) sizes.observe(child)
      setNeedsFocus(region.scrollHeight > region.clientHeight && region.querySelector(focusable) === null)
    }
    const sizes = new ResizeObserver(measure)
    const content = new MutationObserver(measure)
    sizes.observe(region)
    content.observe(region, { childList: true, subtree: true, characterData: true, attributes: true })
    measure()
    return () => {
      sizes.disconnect()
      content.disconnect()
    }
  }, [])
  return needsFocus ? { ref, role: 'group', tabIndex: 0, 'aria-label': label } : { ref }
}
