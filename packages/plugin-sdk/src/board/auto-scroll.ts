import type { Point } from './drop-place.ts'

/** Pixels from an edge at which dragging scrolls. */
const edge = 48
/** Pixels a frame, at the edge itself. */
const fastest = 14

/** Scrolls a board sideways and the page around it up and down while the pointer is near an edge. */
export function autoScroll(board: HTMLElement, { x, y }: Point): void {
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += speed(x, { from: Math.max(0, left), to: Math.min(innerWidth, right) })
  const page = scrollerOf(board)
  const { top, bottom } = page.getBoundingClientRect()
  page.scrollTop += speed(y, { from: Math.max(0, top), to: Math.min(innerHeight, bottom) })
}

function speed(at: number, { from, to }: { readonly from: number; readonly to: number }): number {
  const before = Math.max(0, from + edge - at)
  const after = Math.max(0, at - (to - edge))
  return Math.round((Math.min(edge, after) - Math.min(edge, before)) * (fastest / edge))
}

/** The element that scrolls the board up and down. */
function scrollerOf(board: HTMLElement): Element {
  for (let one = board.parentElement; one !== null; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY)
    if (scrolls && one.scrollHeight > one.clientHeight) return one
  }
  return document.scrollingElement ?? document.documentElement
}
