import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Tooltip, TooltipProps } from '@host/plugin-sdk'
import { whenIdle } from './when-idle.ts'

/**
 * A tooltip fetched when the browser is idle: the frame renders without the tooltip's code. Its trigger has its own
 * accessible name, and keeps the focus when the tooltip loads.
 */
export function LateTooltip({ children, ...rest }: TooltipProps) {
  const place = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  const [late, setLate] = useState<{ readonly Part: typeof Tooltip }>()
  useEffect(
    () =>
      whenIdle(() => {
        const show = (Part: typeof Tooltip) => {
          hadFocus.current = place.current?.contains(document.activeElement) === true
          setLate({ Part })
        }
        import('./tooltip.ts').then(
          ({ Tooltip: Part }) => show(Part),
          () => undefined,
        )
      }),
    [],
  )
  useLayoutEffect(() => {
    if (late !== undefined && hadFocus.current) place.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [late])
  return (
    <span ref={place} className="contents">
      {late === undefined ? children : <late.Part {...rest}>{children}</late.Part>}
    </span>
  )
}
