import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  /** Names the content. */
  readonly title: string
  /** Leaves the title to screen readers. */
  readonly hideTitle?: boolean
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly children: ReactNode
}

/**
 * A small panel beside the button that opens it, for a few controls or facts. It takes the focus, and Escape gives it
 * back.
 * @example <Popover trigger={<Button>{t('notes.filter')}</Button>} title={t('notes.filter')}>...</Popover>
 * @since 1.0.0
 */
export function Popover(props: PopoverProps) {
  const { trigger, title, hideTitle = false, side = 'bottom', align = 'start', open, onOpenChange, children } = props
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            data-scrolls="popup"
            className="scroll-thin max-h-(--available-height) max-w-80 min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-4 text-sm shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Base.Title className={hideTitle ? 'sr-only' : 'mb-2 font-semibold'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
