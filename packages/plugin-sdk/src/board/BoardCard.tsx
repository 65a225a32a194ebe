import { classNames } from '../components/class-names.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isPlainClick } from '../navigation/is-plain-click.ts'
import { Link } from '../navigation/Link.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import type { PlacedCard } from './board-order.ts'
import type { BoardLaneProps } from './BoardLane.tsx'

/** Props of `BoardCard`. */
export interface BoardCardProps<Card> extends Omit<BoardLaneProps<Card>, 'column'> {
  readonly card: PlacedCard<Card>
}

const controls = 'button, input, select, textarea, label, summary, [contenteditable], [role^=menuitem]'

/** A card of a board. */
export function BoardCard<Card>({ card, props, state, helpId }: BoardCardProps<Card>) {
  const { t } = useTranslation()
  const { id } = card
  const { isMovable, heldId, drag } = state
  const label = props.cardLabel(card.card)
  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a card holds controls, so it can't be one */}
      <div
        role="group"
        aria-label={label}
        aria-roledescription={t('sdk.board.card')}
        aria-describedby={isMovable ? helpId : undefined}
        data-card={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves cards
        tabIndex={state.currentId === id ? 0 : -1}
        onFocus={() => state.setCurrent(id)}
        onKeyDown={(event) => state.onKeyDown(event, card)}
        onDragStart={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          const control = event.target instanceof Element ? event.target.closest(controls) : null
          const isForControl = control !== null && !control.hasAttribute('data-opener')
          // A menu that a card has opened bubbles its presses up to the card without standing in it.
          if (!isForControl && event.currentTarget.contains(event.target as Node)) state.onPointerDown(event, id)
        }}
        className={classNames(
          'group relative flex items-start gap-1 rounded-card border bg-surface p-3 text-sm transition-colors hover:border-control',
          isMovable && 'cursor-grab touch-manipulation select-none [-webkit-touch-callout:none]',
          heldId === id ? 'border-focus shadow-float' : 'border-line',
          drag?.id === id && 'opacity-55',
        )}
      >
        <Opener card={card} label={label} props={props} />
        <div className="pointer-events-none relative min-w-0 flex-1 [&_a]:pointer-events-auto [&_button]:pointer-events-auto [&_input]:pointer-events-auto">
          {props.children(card.card)}
        </div>
        {isMovable && <MoveMenu card={card} label={label} props={props} state={state} />}
      </div>
    </li>
  )
}

type OpenerProps<Card> = Pick<BoardCardProps<Card>, 'card' | 'props'> & { readonly label: string }

/** Covers the card, so that a press on it opens its details; the keyboard opens them by Enter on the card. */
function Opener<Card>({ card: { card }, label, props: { addressOf, onOpen } }: OpenerProps<Card>) {
  const shared = { 'data-opener': '', 'aria-label': label, tabIndex: -1, className: 'absolute inset-0 rounded-card' }
  if (addressOf !== undefined) {
    return (
      <Link
        {...shared}
        to={addressOf(card)}
        draggable={false}
        onClick={(event) => {
          if (onOpen === undefined || !isPlainClick(event, event.currentTarget)) return
          event.preventDefault()
          onOpen(card)
        }}
      />
    )
  }
  return onOpen === undefined ? null : <button type="button" {...shared} onClick={() => onOpen(card)} />
}
