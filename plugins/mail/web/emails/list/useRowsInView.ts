import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Rows drawn before and after those in sight. */
const margin = 8
/** A pane that was not measured yet. */
const usualHeight = 800

/** Which rows are drawn: from the first to before the end. */
export interface RowsInView {
  readonly first: number
  readonly end: number
  readonly scrollTo: (index: number) => void
}

export interface RowsOptions {
  readonly scroll: RefObject<HTMLElement | null>
  /** The same text for the same row. */
  readonly keys: readonly string[]
  /** Pixels; the same for each row. */
  readonly height: number
}

/**
 * Draws the rows in sight, and keeps them in their place when others arrive above. It renders again only after as many
 * rows as the margin have passed.
 */
export function useRowsInView({ scroll, keys, height }: RowsOptions): RowsInView {
  const [view, setView] = useState({ first: 0, rows: Math.ceil(usualHeight / height) })
  useEffect(() => {
    const pane = scroll.current
    if (pane === null) return undefined
    const measure = () => {
      const row = Math.floor(pane.scrollTop / height)
      const first = row - (row % margin)
      const rows = Math.ceil((pane.clientHeight || usualHeight) / height)
      setView((before) => (before.first === first && before.rows === rows ? before : { first, rows }))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(pane)
    pane.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      pane.removeEventListener('scroll', measure)
    }
  }, [scroll, height])
  useKeptPlace({ scroll, keys, height })
  return {
    first: Math.max(0, view.first - margin),
    end: Math.min(keys.length, view.first + view.rows + 2 * margin),
    scrollTo(index) {
      const pane = scroll.current
      if (pane === null) return
      const top = index * height
      const seen = pane.clientHeight || usualHeight
      if (top < pane.scrollTop) pane.scrollTop = top
      else if (top + height > pane.scrollTop + seen) pane.scrollTop = top + height - seen
    },
  }
}

/** Where rows were added or taken above those in sight, scrolls by as much. At the top, new rows come into sight. */
function useKeptPlace({ scroll, keys, height }: RowsOptions): void {
  const before = useRef(keys)
  useLayoutEffect(() => {
    const [pane, known] = [scroll.current, before.current]
    before.current = keys
    if (pane === null || known === keys || pane.scrollTop < height) return
    const at = Math.floor(pane.scrollTop / height)
    const key = known[at]
    const now = key === undefined ? -1 : keys.indexOf(key)
    if (now !== -1 && now !== at) pane.scrollTop += (now - at) * height
  }, [scroll, keys, height])
}
