import type { BoardMove } from './board-props.ts'

/** A card and its place. */
export interface PlacedCard<Card> {
  readonly id: string
  readonly column: string
  readonly card: Card
}

/** A place in a column: in front of a card, or at the end. */
export interface BoardPlace {
  readonly to: string
  readonly before: string | null
}

/** Applies a move; a card that is gone does not move, and a place in front of a card that is gone is the end. */
export function applyMove<Card>(
  cards: readonly PlacedCard<Card>[],
  { id, to, before }: Pick<BoardMove, 'id' | 'to' | 'before'>,
): readonly PlacedCard<Card>[] {
  const moved = cards.find((one) => one.id === id)
  if (moved === undefined || before === id) return cards
  const others = cards.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === before && one.column === to)
  return others.toSpliced(at === -1 ? others.length : at, 0, { ...moved, column: to })
}

/** The cards of a column. */
export function cardsIn<Card>(cards: readonly PlacedCard<Card>[], column: string): readonly PlacedCard<Card>[] {
  return cards.filter((one) => one.column === column)
}

/** The place of a card; undefined when it is gone. */
export function placeOf<Card>(cards: readonly PlacedCard<Card>[], id: string): BoardPlace | undefined {
  const found = cards.find((one) => one.id === id)
  if (found === undefined) return undefined
  const others = cardsIn(cards, found.column)
  return { to: found.column, before: others[others.findIndex((one) => one.id === id) + 1]?.id ?? null }
}

/** The directions in which the arrow keys move a card. */
export type Direction = 'up' | 'down' | 'left' | 'right'

/** The next place of a card in a direction; undefined at the edge of the board. */
export function placeBeside<Card>(
  cards: readonly PlacedCard<Card>[],
  columns: readonly { readonly id: string }[],
  { id, direction }: { readonly id: string; readonly direction: Direction },
): BoardPlace | undefined {
  const column = cards.find((one) => one.id === id)?.column
  if (column === undefined) return undefined
  const present = cardsIn(cards, column)
  const at = present.findIndex((one) => one.id === id)
  if (direction === 'up') return at === 0 ? undefined : { to: column, before: present[at - 1]?.id ?? null }
  if (direction === 'down') {
    return at === present.length - 1 ? undefined : { to: column, before: present[at + 2]?.id ?? null }
  }
  const step = direction === 'left' ? -1 : 1
  const next = columns[columns.findIndex((one) => one.id === column) + step]
  return next === undefined ? undefined : { to: next.id, before: cardsIn(cards, next.id)[at]?.id ?? null }
}
