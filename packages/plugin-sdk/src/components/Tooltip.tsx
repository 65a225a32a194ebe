import { Tooltip as Base } from '@base-ui/react/tooltip'
import { cloneElement, useId, type ReactElement, type ReactNode } from 'react'

export interface TooltipProps {
  readonly text: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** The element being explained; it must be focusable and have its own accessible name. */
  readonly children: ReactElement
}

/**
 * A short text next to the hovered or focused element, announced by screen readers after its name. Don't put
 * information only in a tooltip: it is unreachable on touch screens.
 * @example <Tooltip text={t('notes.pinnedMeans')}><Button onClick={pin}>{t('notes.pin')}</Button></Tooltip>
 * @since 1.0.0
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId()
  const described = children as ReactElement<{ readonly 'aria-describedby'?: string }>
  const trigger = cloneElement(described, { 'aria-describedby': described.props['aria-describedby'] ?? id })
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      {/* What is described says it; a second reading of the bubble itself would be noise. */}
      <Base.Portal aria-hidden>
        <Base.Positioner className="z-50" side={side} sideOffset={8} collisionPadding={8}>
          <Base.Popup
            id={id}
            role="tooltip"
            className="max-w-80 rounded-control border border-line bg-raised px-2 py-1 text-xs font-medium text-fg shadow-float transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
