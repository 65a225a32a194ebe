import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Tooltip, TooltipProps } from '@host/plugin-sdk'
import { whenIdle } from './when-idle.ts'

/**
 * A tooltip that is fetched when the browser has nothing to do: the frame is drawn without what tooltips stand on.
 * What it explains carries its own accessible name, and keeps the focus when the tooltip comes.
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
