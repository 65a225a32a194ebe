import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export interface TooltipProps {
  readonly text: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** What is explained; it carries its own accessible name. */
  readonly children: ReactElement
}

/**
 * A word beside what the pointer or the keyboard is on. Never the only place where something is said.
 * @since 1.0.0
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="z-50" side={side} sideOffset={8}>
          <Base.Popup className="rounded-control border border-line bg-raised px-2 py-1 text-xs font-medium text-fg shadow-float transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
