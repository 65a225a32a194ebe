import { useId, useRef, type RefObject } from 'react'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { LoadingRegion, Skeleton } from '../components/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { BoardLane } from './BoardLane.tsx'
import type { BoardProps } from './board-props.ts'
import { useBoard, type BoardState } from './useBoard.ts'

/**
 * Cards in columns, moved by mouse, by touch (a long press), by keyboard (Space, arrows, Space) and by a menu. A move
 * shows at once and is taken back when the server rejects it.
 * @example
 * <Board label={t('deals.board')} columns={stages} cards={deals.items} cardLabel={({ title }) => title}
 *   columnOf={({ stage }) => stage} onMove={({ id, to, before }) => mutateAsync({ id, stage: to, before })}
 *   addressOf={({ id }) => `/deals/${id}`}>
 *   {(deal) => <DealCard deal={deal} />}
 * </Board>
 * @since 1.0.0
 */
export function Board<Card>(props: BoardProps<Card>) {
  const { label, columns, cards } = props
  const { t } = useTranslation()
  const board = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const state = useBoard(props, { board, ghost })
  const helpId = useId()
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ErrorNote error={state.error} />
      <span id={helpId} hidden>
        {t('sdk.board.help')}
      </span>
      <span role="status" className="sr-only">
        {state.news}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notices that the focus leaves the board */}
      <div
        ref={board}
        role="group"
        aria-label={label}
        onBlur={state.onBlur}
        className="scroll-thin relative flex items-stretch gap-3 overflow-x-auto overflow-y-hidden p-1 pb-2"
      >
        {columns.map((column) =>
          cards === undefined ? (
            <LaneSkeleton key={column.id} />
          ) : (
            <BoardLane key={column.id} column={column} props={props} state={state} helpId={helpId} />
          ),
        )}
      </div>
      <Ghost props={props} state={state} element={ghost} />
    </div>
  )
}

interface GhostProps<Card> {
  readonly props: BoardProps<Card>
  readonly state: BoardState<Card>
  readonly element: RefObject<HTMLDivElement | null>
}

/** The copy of a dragged card that follows the pointer. */
function Ghost<Card>({ props, state, element }: GhostProps<Card>) {
  const { drag, cards } = state
  const dragged = cards.find(({ id }) => id === drag?.id)
  if (drag === undefined || dragged === undefined) return null
  return (
    <div
      ref={element}
      aria-hidden
      inert
      className="pointer-events-none fixed top-0 left-0 z-50 rounded-card border border-line bg-raised p-3 text-sm shadow-float"
      style={{ width: drag.width, minHeight: drag.height }}
    >
      {props.children(dragged.card)}
    </div>
  )
}

function LaneSkeleton() {
  return (
    <LoadingRegion className="flex w-72 max-w-[85%] shrink-0 flex-col gap-2 rounded-card bg-sunken p-2">
      <Skeleton className="m-1 h-4 w-24" />
      <Skeleton className="mt-2 h-16" />
      <Skeleton className="mt-2 h-16" />
    </LoadingRegion>
  )
}
