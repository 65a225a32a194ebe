/**
 * The code of tooltips, shared by all of them. It is fetched with the first movement of the mouse or the first key,
 * which is before a tooltip can be due: a page that is only read never loads it.
 */
import { whenIdle } from '../when-idle.ts'
import type { Tooltip } from './Tooltip.tsx'

/** The module of the tooltip, once it is loaded. */
export interface TooltipPart {
  readonly Tooltip: typeof Tooltip
}

let part: TooltipPart | undefined
let isAwaited = false
const listeners = new Set<() => void>()

/** Undefined until it is loaded. */
export function tooltipPart(): TooltipPart | undefined {
  return part
}

/** Calls the listener once the component is loaded, until the returned function is called. */
export function onTooltipPart(listener: () => void): () => void {
  listeners.add(listener)
  if (!isAwaited) awaitUse()
  return () => listeners.delete(listener)
}

function awaitUse(): void {
  isAwaited = true
  const used = new AbortController()
  const { signal } = used
  const load = (): void => {
    used.abort()
    import('./Tooltip.tsx').then(
      (loaded) => whenIdle(() => show(loaded)),
      // It is fetched again with the next movement.
      () => awaitUse(),
    )
  }
  for (const use of ['mousemove', 'keydown']) addEventListener(use, load, { signal, capture: true, passive: true })
}

function show(loaded: TooltipPart): void {
  part = loaded
  for (const listener of listeners) listener()
}
