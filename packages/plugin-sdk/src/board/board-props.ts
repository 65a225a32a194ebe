import type { ReactNode } from 'react'

/** A column of a `Board`. */
export interface BoardColumn {
  readonly id: string
  readonly label: string
  /** A CSS color, shown as a dot before the label. */
  readonly color?: string
  /** Shown at the end of the header, such as the sum of the column. */
  readonly total?: ReactNode
}

/** A move that the user has made. */
export interface BoardMove {
  /** Key of the card. */
  readonly id: string
  /** Id of the column that it was in. */
  readonly from: string
  /** Id of the column that it is in now. */
  readonly to: string
  /** Key of the card that it is in front of now; null at the end of the column. */
  readonly before: string | null
}

/** Props of `Board`. */
export interface BoardProps<Card> {
  /** Accessible name of the board. */
  readonly label: string
  /** The columns in display order. A card of another column is not shown. */
  readonly columns: readonly BoardColumn[]
  /** All cards, in the order within their columns; undefined while they load. */
  readonly cards: readonly Card[] | undefined
  /** Unique key of a card. Default: its `id`. */
  readonly cardKey?: (card: Card) => string
  /** Name of a card for screen readers and menus. */
  readonly cardLabel: (card: Card) => string
  /** Id of the column of a card. */
  readonly columnOf: (card: Card) => string
  /**
   * Stores a move. The board shows it at once; resolve the promise when `cards` has it. When the promise rejects, the
   * card moves back and the error is shown. Cards can't be moved when left out.
   */
  readonly onMove?: (move: BoardMove) => unknown
  /** Address of a card's details; makes the card a link. */
  readonly addressOf?: (card: Card) => string
  /** Opens a card, instead of following its address. */
  readonly onOpen?: (card: Card) => void
  /** Shown in a column without cards. Default: "No cards". */
  readonly emptyText?: string
  /** Content of a card. Its own buttons and links keep their presses. */
  readonly children: (card: Card) => ReactNode
}
