import { createContext } from 'react'
import type { LiveChange } from './live-change.ts'

/** Where a page hears of changes. */
export interface LiveFeed {
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: (change: LiveChange) => void) => () => void
  readonly tell: (change: LiveChange) => void
}

/** Undefined outside a `LiveProvider`; pages then receive no changes but otherwise work the same. */
export const LiveContext = createContext<LiveFeed | undefined>(undefined)

/** Creates a feed without subscribers. */
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
