import { createContext } from 'react'
import type { LiveChange } from './live-change.ts'

/** Where a page hears of changes. */
export interface LiveFeed {
  /** @returns what ends the subscription */
  readonly subscribe: (listener: (change: LiveChange) => void) => () => void
  readonly tell: (change: LiveChange) => void
}

/** Undefined where nobody follows: then a page hears of nothing, and works as well. */
export const LiveContext = createContext<LiveFeed | undefined>(undefined)

/** Makes a feed that nobody tells anything yet. */
export function createLiveFeed(): LiveFeed {
  const listeners = new Set<(change: LiveChange) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(change) {
      for (const listener of listeners) listener(change)
    },
  }
}
