import { useState } from 'react'
import type { BoardMove, BoardProps } from './board-props.ts'
import { applyMove, placeOf, type BoardPlace, type PlacedCard } from './board-order.ts'

/** The cards as shown, and how they move. */
export interface BoardMoves<Card> {
  readonly cards: readonly PlacedCard<Card>[]
  /** The error of the last move that was rejected. */
  readonly error: unknown
  /** Moves a card and stores the move; the result is false where nothing changes. */
  readonly move: (id: string, place: BoardPlace) => boolean
}

/** Shows moves until the page has them, and takes rejected ones back. */
export function useBoardMoves<Card>(
  props: BoardProps<Card>,
  onReturn: (card: PlacedCard<Card>) => void,
): BoardMoves<Card> {
  const [pending, setPending] = useState<readonly BoardMove[]>([])
  const [error, setError] = useState<unknown>(null)
  const cards = pending.reduce<readonly PlacedCard<Card>[]>(applyMove, placed(props))
  async function store(move: BoardMove, card: PlacedCard<Card>): Promise<void> {
    try {
      await props.onMove?.(move)
    } catch (failure) {
      setError(failure)
      onReturn(card)
    }
    setPending((moves) => moves.filter((one) => one !== move))
  }
  return {
    cards,
    error,
    move(id, { to, before }) {
      const card = cards.find((one) => one.id === id)
      const present = placeOf(cards, id)
      if (card === undefined || before === id || (present?.to === to && present.before === before)) return false
      const move: BoardMove = Object.freeze({ id, from: card.column, to, before })
      setError(null)
      setPending((moves) => [...moves, move])
      void store(move, card)
      return true
    },
  }
}

function placed<Card>({ cards = [], cardKey = idOf, columnOf }: BoardProps<Card>): readonly PlacedCard<Card>[] {
  return cards.map((card) => ({ id: cardKey(card), column: columnOf(card), card }))
}

function idOf(card: unknown): string {
  return (card as { readonly id: string }).id
}
