import { useEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { BoardProps } from './board-props.ts'
import {
  applyMove,
  cardsIn,
  placeBeside,
  placeOf,
  type BoardPlace,
  type Direction,
  type PlacedCard,
} from './board-order.ts'
import { useBoardDrag, type BoardDragHandle } from './useBoardDrag.ts'
import { useBoardMoves, type BoardMoves } from './useBoardMoves.ts'

/** The elements of a board. */
export interface BoardRefs {
  readonly board: RefObject<HTMLDivElement | null>
  /** The copy of a dragged card. */
  readonly ghost: RefObject<HTMLDivElement | null>
}

/** State and handlers of a board. */
export interface BoardState<Card> extends BoardDragHandle {
  /** The cards as shown. */
  readonly cards: readonly PlacedCard<Card>[]
  readonly isMovable: boolean
  readonly error: unknown
  /** The latest announcement for screen readers. */
  readonly news: string
  /** The card that the Tab key reaches. */
  readonly currentId: string | undefined
  /** The card that the arrow keys move. */
  readonly heldId: string | undefined
  readonly setCurrent: (id: string) => void
  /** Moves a card to a place. */
  readonly move: (id: string, place: BoardPlace) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, card: PlacedCard<Card>) => void
  readonly onBlur: (event: FocusEvent) => void
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

interface Held {
  readonly id: string
  readonly place: BoardPlace
}

/** Runs a board: what is shown, dragged, picked up by keyboard and announced. */
export function useBoard<Card>(props: BoardProps<Card>, { board, ghost }: BoardRefs): BoardState<Card> {
  const { columns, onMove } = props
  const [held, setHeld] = useState<Held>()
  const [current, setCurrent] = useState<string>()
  const { news, announce } = useAnnouncements(props)
  const moves = useBoardMoves(props, (card) => announce('returned', [card], card.id))
  const cards = held === undefined ? moves.cards : applyMove(moves.cards, { id: held.id, ...held.place })
  const focus = useCardFocus(board)
  const isMovable = onMove !== undefined
  function move(id: string, place: BoardPlace): void {
    if (moves.move(id, place)) announce('dropped', applyMove(moves.cards, { id, ...place }), id)
    else announce('unmoved', moves.cards, id)
    focus(id)
  }
  function cancel(id: string): void {
    setHeld(undefined)
    announce('unmoved', moves.cards, id)
  }
  const dragging = useBoardDrag({
    board,
    ghost,
    isMovable,
    onStart(id) {
      setHeld(undefined)
      announce('pickedUp', moves.cards, id)
    },
    onDrop: move,
    onCancel: cancel,
  })
  const keys = { props, board, cards, moves, held, setHeld, announce, focus, move, cancel }
  const inside = cards.filter(({ column }) => columns.some(({ id }) => id === column))
  return {
    ...dragging,
    cards,
    isMovable,
    error: moves.error,
    news,
    heldId: held?.id,
    currentId: inside.some(({ id }) => id === current) ? current : firstOf(inside, columns),
    setCurrent,
    move,
    onKeyDown(event, { id }) {
      // Controls inside a card keep their keys.
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Tab' && held !== undefined) return cancel(held.id)
      if (!pressKey(keys, event.key, id)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur({ relatedTarget }) {
      const isAway = relatedTarget instanceof Node && board.current?.contains(relatedTarget) === false
      if (held !== undefined && isAway) cancel(held.id)
    },
  }
}

/** The parts of a board that its keys work with. */
interface KeyedBoard<Card> {
  readonly props: BoardProps<Card>
  readonly board: RefObject<HTMLElement | null>
  readonly cards: readonly PlacedCard<Card>[]
  readonly moves: BoardMoves<Card>
  readonly held: Held | undefined
  readonly setHeld: (held: Held | undefined) => void
  readonly announce: (kind: News, cards: readonly PlacedCard<Card>[], id: string) => void
  readonly focus: (id: string | undefined) => void
  readonly move: (id: string, place: BoardPlace) => void
  readonly cancel: (id: string) => void
}

/** Handles a key on a card; false when the board has no use for it. */
function pressKey<Card>(keys: KeyedBoard<Card>, key: string, id: string): boolean {
  const { props, held } = keys
  const opens = props.onOpen !== undefined || props.addressOf !== undefined
  const direction = directions[key]
  if (direction !== undefined) step(keys, direction, id)
  else if (key === 'Escape' && held !== undefined) putBack(keys, held)
  else if (key === 'Enter' && held === undefined && opens) openOf(keys.board.current, id)?.click()
  else if ((key !== ' ' && key !== 'Enter') || props.onMove === undefined) return false
  else if (held !== undefined) drop(keys, held)
  else pickUp(keys, id)
  return true
}

function putBack<Card>({ cancel, focus }: KeyedBoard<Card>, { id }: Held): void {
  cancel(id)
  focus(id)
}

function drop<Card>({ setHeld, move }: KeyedBoard<Card>, { id, place }: Held): void {
  setHeld(undefined)
  move(id, place)
}

function step<Card>(keys: KeyedBoard<Card>, direction: Direction, id: string): void {
  const { props, cards, moves, held, focus } = keys
  if (held === undefined) return focus(neighbor(cards, props.columns, { id, direction }))
  const place = placeBeside(cards, props.columns, { id, direction })
  if (place === undefined) return
  keys.setHeld({ id, place })
  keys.announce('moved', applyMove(moves.cards, { id, ...place }), id)
  focus(id)
}

function pickUp<Card>({ cards, setHeld, announce }: KeyedBoard<Card>, id: string): void {
  const place = placeOf(cards, id)
  if (place !== undefined) setHeld({ id, place })
  announce('pickedUp', cards, id)
}

type News = 'pickedUp' | 'moved' | 'dropped' | 'unmoved' | 'returned'

/** Gives the focus to a card once it is drawn in its place. */
function useCardFocus(board: RefObject<HTMLElement | null>): (id: string | undefined) => void {
  const [wanted, setWanted] = useState<{ readonly id: string }>()
  useEffect(() => {
    if (wanted === undefined) return
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.id)}"]`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [board, wanted])
  return (id) => {
    if (id !== undefined) setWanted({ id })
  }
}

/** The nearest card in a direction; columns without cards are skipped. */
function neighbor<Card>(
  cards: readonly PlacedCard<Card>[],
  columns: BoardProps<Card>['columns'],
  { id, direction }: { readonly id: string; readonly direction: Direction },
): string | undefined {
  const column = cards.find((one) => one.id === id)?.column ?? ''
  const present = cardsIn(cards, column)
  const at = present.findIndex((one) => one.id === id)
  if (direction === 'up' || direction === 'down') return present[at + (direction === 'up' ? -1 : 1)]?.id
  const from = columns.findIndex((one) => one.id === column)
  const way = direction === 'right' ? columns.slice(from + 1) : columns.slice(0, from).toReversed()
  const next = way.map((one) => cardsIn(cards, one.id)).find((one) => one.length > 0)
  return next?.[Math.min(at, next.length - 1)]?.id
}

function firstOf<Card>(cards: readonly PlacedCard<Card>[], columns: BoardProps<Card>['columns']): string | undefined {
  return columns.map(({ id }) => cardsIn(cards, id)[0]?.id).find((id) => id !== undefined)
}

function openOf(board: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-opener]`)
}

/** Words the moves for screen readers. */
function useAnnouncements<Card>({ columns, cardLabel }: BoardProps<Card>) {
  const { t } = useTranslation()
  const [news, setNews] = useState('')
  function announce(kind: News, cards: readonly PlacedCard<Card>[], id: string): void {
    const card = cards.find((one) => one.id === id)
    if (card === undefined) return
    const present = cardsIn(cards, card.column)
    const column = columns.find((one) => one.id === card.column)?.label ?? ''
    const place = present.indexOf(card) + 1
    setNews(t(`sdk.board.${kind}`, { card: cardLabel(card.card), column, place, count: present.length }))
  }
  return { news, announce }
}
