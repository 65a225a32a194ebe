import type { BoardPlace } from './board-order.ts'

/** A point of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The place on a board that a card is dropped at; undefined on a board without columns. */
export function dropPlace(board: Element, { x, y }: Point, id: string): BoardPlace | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const distance = (column: Element): number => {
    const { left, right } = column.getBoundingClientRect()
    return Math.max(left - x, 0, x - right)
  }
  const [nearest] = columns.toSorted((one, other) => distance(one) - distance(other))
  const to = nearest?.dataset['column']
  if (nearest === undefined || to === undefined) return undefined
  const cards = [...nearest.querySelectorAll<HTMLElement>('[data-card]')]
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return card.dataset['card'] !== id && y < top + height / 2
  })
  return { to, before: below?.dataset['card'] ?? null }
}
