import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

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
  readonly scroll: RefObject<HTMLElement | null>
}

/** Draws the rows in sight of a long table, and all of a short one. */
export function useVirtualRows({ count, height, scroll }: VirtualOptions): DrawnRows {
  const isPart = count >= fewest
  const virtual = useVirtualizer({
    count: isPart ? count : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 12,
    initialRect: { width: 0, height: 800 },
  })
  if (!isPart) return { isPart, first: 0, end: count, before: 0, after: 0, scrollTo: () => undefined }
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)
  return {
    isPart,
    first: drawn[0]?.index ?? 0,
    end: last === undefined ? 0 : last.index + 1,
    before: drawn[0]?.start ?? 0,
    after: virtual.getTotalSize() - (last?.end ?? 0),
    scrollTo: (index) => virtual.scrollToIndex(index),
  }
}
