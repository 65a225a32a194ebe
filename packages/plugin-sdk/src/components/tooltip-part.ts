/**
 * The code of tooltips, shared by all of them. It is fetched with the first movement of the mouse or the first key,
 * which is before a tooltip can be due: a page that is only read never loads it.
 */
import { createContext } from 'react'
import { whenIdle } from '../when-idle.ts'
import type { Tooltip } from './Tooltip.tsx'

/** The module of the tooltip, once it is loaded. */
export interface TooltipPart {
  readonly Tooltip: typeof Tooltip
}

/** The module that all tooltips wait for. */
export interface LateTooltips {
  /** Undefined until it is loaded. */
  readonly part: () => TooltipPart | undefined
  /** Calls the listener once it is loaded, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export const LateTooltipsContext = createContext<LateTooltips>(lateTooltips())

function lateTooltips(): LateTooltips {
  let part: TooltipPart | undefined
  let isAwaited = false
  const listeners = new Set<() => void>()
  const show = (loaded: TooltipPart): void => {
    part = loaded
    for (const listener of listeners) listener()
  }
  const awaitUse = (): void => {
    isAwaited = true
    onFirstUse(() => {
      import('./Tooltip.tsx').then(
        (loaded) => whenIdle(() => show(loaded)),
        // It is fetched again with the next movement.
        awaitUse,
      )
    })
  }
  return {
    part: () => part,
    subscribe(listener) {
      listeners.add(listener)
      if (!isAwaited) awaitUse()
      return () => listeners.delete(listener)
    },
  }
}

function onFirstUse(run: () => void): void {
  const used = new AbortController()
  const { signal } = used
  const use = (): void => {
    used.abort()
    run()
  }
  for (const type of ['mousemove', 'keydown']) addEventListener(type, use, { signal, capture: true, passive: true })
}
