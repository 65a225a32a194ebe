import { useCallback, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { TooltipProps } from './Tooltip.tsx'
import { LateTooltipsContext } from './tooltip-part.ts'

/**
 * A tooltip whose code is fetched when the reader first uses the mouse or the keyboard: pages render without it. Its
 * trigger has its own accessible name, and keeps the focus when the tooltip loads.
 */
export function LateTooltip({ children, ...rest }: TooltipProps) {
  const tooltips = useContext(LateTooltipsContext)
  const place = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  const follow = useCallback(
    (changed: () => void) =>
      tooltips.subscribe(() => {
        hadFocus.current = place.current?.contains(document.activeElement) === true
        changed()
      }),
    [tooltips],
  )
  const late = useSyncExternalStore(follow, tooltips.part)
  useLayoutEffect(() => {
    if (late !== undefined && hadFocus.current) place.current?.querySelector<HTMLElement>('a, button, time')?.focus()
  }, [late])
  return (
    <span ref={place} className="contents">
      {late === undefined ? children : <late.Tooltip {...rest}>{children}</late.Tooltip>}
    </span>
  )
}
