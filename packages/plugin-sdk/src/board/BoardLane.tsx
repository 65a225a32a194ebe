import { Fragment, useId } from 'react'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { BoardCard } from './BoardCard.tsx'
import { cardsIn } from './board-order.ts'
import type { BoardColumn, BoardProps } from './board-props.ts'
import type { BoardState } from './useBoard.ts'

/** Props of `BoardLane`. */
export interface BoardLaneProps<Card> {
  readonly column: BoardColumn
  readonly props: BoardProps<Card>
  readonly state: BoardState<Card>
  readonly helpId: string
}

/** A column of a board. */
export function BoardLane<Card>({ column, props, state, helpId }: BoardLaneProps<Card>) {
  const { t } = useTranslation()
  const id = useId()
  const { drag } = state
  const cards = cardsIn(state.cards, column.id)
  const isTarget = drag?.place.to === column.id
  return (
    <section
      data-column={column.id}
      aria-labelledby={id}
      className="flex w-72 max-w-[85%] shrink-0 flex-col gap-2 rounded-card bg-sunken p-2"
    >
      <LaneHeader id={id} column={column} count={cards.length} />
      {cards.length > 0 && (
        <ul className="flex flex-col gap-2">
          {cards.map((card) => (
            <Fragment key={card.id}>
              {isTarget && drag.place.before === card.id && <DropMark height={drag.height} />}
              <BoardCard card={card} props={props} state={state} helpId={helpId} />
            </Fragment>
          ))}
        </ul>
      )}
      {isTarget && drag.place.before === null && (
        <ul>
          <DropMark height={drag.height} />
        </ul>
      )}
      {cards.length === 0 && !isTarget && (
        <p className="rounded-card border border-dashed border-line px-3 py-6 text-center text-sm text-subtle">
          {props.emptyText ?? t('sdk.board.empty')}
        </p>
      )}
    </section>
  )
}

interface LaneHeaderProps {
  readonly id: string
  readonly column: BoardColumn
  readonly count: number
}

function LaneHeader({ id, column: { label, color, total }, count }: LaneHeaderProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <header className="flex min-h-8 items-center gap-2 px-1 text-sm">
      {color !== undefined && <span aria-hidden className="size-2.5 rounded-full" style={{ background: color }} />}
      <h2 id={id} className="min-w-0 truncate font-medium">
        {label}
      </h2>
      <span className="text-muted tabular-nums">
        <span aria-hidden>{format.number(count)}</span>
        <span className="sr-only">{t('sdk.board.cards', { count })}</span>
      </span>
      {total !== undefined && <span className="ml-auto text-muted tabular-nums">{total}</span>}
    </header>
  )
}

/** Marks the place that a card is dropped at. */
function DropMark({ height }: { readonly height: number }) {
  return (
    <li
      aria-hidden
      className="rounded-card border border-dashed border-focus bg-accent-soft"
      style={{ height: Math.min(height, 96) }}
    />
  )
}
