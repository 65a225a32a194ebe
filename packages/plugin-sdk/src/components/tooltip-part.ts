/**
 * The code of tooltips, shared by all of them. It is fetched with the first movement of the mouse or the first key,
 * which is before a tooltip can be due: a page that is only read never loads it.
 */
import { whenIdle } from '../when-idle.ts'
import type { Tooltip } from './Tooltip.tsx'

let part: typeof Tooltip | undefined
let isAwaited = false
const listeners = new Set<() => void>()

/** The component; undefined until it is loaded. */
export function tooltipPart(): typeof Tooltip | undefined {
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
      ({ Tooltip }) => whenIdle(() => show(Tooltip)),
      // It is fetched again with the next movement.
      () => awaitUse(),
    )
  }
  for (const use of ['mousemove', 'keydown']) addEventListener(use, load, { signal, capture: true, passive: true })
}

function show(component: typeof Tooltip): void {
  part = component
  for (const listener of listeners) listener()
}
