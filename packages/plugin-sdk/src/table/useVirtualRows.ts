import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

/** Fewer rows than this are all drawn: the browser finds them in the page, and screen readers count them. */
const fewest = 150

/** Which rows to draw, and how much room those before and after them take, in pixels. */
export interface DrawnRows {
  readonly isPart: boolean
  readonly first: number
  /** One after the last. */
  readonly end: number
  readonly before: number
  readonly after: number
  readonly scrollTo: (index: number) => void
}

/** Input that determines the rows in view. */
export interface VirtualOptions {
  readonly count: number
  readonly height: number
  /** Holds the table, whose head lies over the rows at the top of the window. */
  readonly box: RefObject<HTMLElement | null>
}

/** Draws the rows of a long table that are in the window, and all of a short one. */
export function useVirtualRows({ count, height, box }: VirtualOptions): DrawnRows {
  const isPart = count >= fewest
  const top = useTop(box, isPart)
  const virtual = useWindowVirtualizer({
    count: isPart ? count : 0,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    initialOffset: () => scrollY,
    initialRect: { width: 0, height: 800 },
  })
  if (!isPart) return { isPart, first: 0, end: count, before: 0, after: 0, scrollTo: () => undefined }
  const drawn = virtual.getVirtualItems()
  const [first, last] = [drawn[0], drawn.at(-1)]
  return {
    isPart,
    first: first?.index ?? 0,
    end: last === undefined ? 0 : last.index + 1,
    before: first === undefined ? 0 : first.start - top,
    after: virtual.getTotalSize() - (last === undefined ? 0 : last.end - top),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  }
}

/** How far below the top of the page the rows begin; it changes with everything above them. */
function useTop(box: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const rows = isNeeded ? box.current?.querySelector('tbody') : undefined
    if (!rows) return
    const next = Math.round(rows.getBoundingClientRect().top + scrollY)
    if (next !== top) setTop(next)
  })
  return top
}
