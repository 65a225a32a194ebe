/**
 * Changes that are shown over the server's data while they are not yet part of them: a write that is on its way, or one
 * that waits in case it is taken back. The data themselves stay what the server said, so that taking a change back
 * leaves no trace, and data that arrive meanwhile show the change as well.
 *
 *   show(changes) ──► shown ──┬── the write was refused, or taken back ──► gone: the data show again
 *                             ├── the write succeeded ──► part of the data, and gone
 *                             └── clear(): another session ──► gone
 */
import type { Endpoint, EndpointOutput } from '@host/client'

/** One change to what is shown of an endpoint. */
export interface PendingChange {
  readonly pattern: string
  readonly change: (data: unknown) => unknown
}

/** Collects what an optimistic write changes. */
export interface OptimisticCache {
  /**
   * Changes what is shown of an endpoint, for every input that has been asked; a list that was loaded page by page is
   * changed page by page. Data that have the change already must come out as they are: it may be applied to them.
   */
  update<E extends Endpoint<`GET ${string}`>>(endpoint: E, change: (data: EndpointOutput<E>) => EndpointOutput<E>): void
}

/** The changes of a page. */
export interface PendingChanges {
  /** Shows changes until the returned function is called. */
  readonly show: (changes: readonly PendingChange[]) => () => void
  readonly clear: () => void
  readonly current: () => readonly PendingChange[]
  readonly subscribe: (listener: () => void) => () => void
}

/** No changes yet. */
export function createPendingChanges(): PendingChanges {
  const listeners = new Set<() => void>()
  let current: readonly PendingChange[] = []
  const become = (next: readonly PendingChange[]): void => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    show(changes) {
      if (changes.length === 0) return () => undefined
      become([...current, ...changes])
      return () => become(current.filter((one) => !changes.includes(one)))
    },
    clear: () => become([]),
    current: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What an optimistic write says that it changes. */
export function collectChanges(write: (cache: OptimisticCache) => void): readonly PendingChange[] {
  const changes: PendingChange[] = []
  write({
    update: ({ pattern }, change) => void changes.push({ pattern, change: change }),
  })
  return changes
}

/** Data with the changes to their endpoint. */
export function withChanges<Data>(data: Data, pattern: string, changes: readonly PendingChange[]): Data {
  return changes.reduce((shown, one) => (one.pattern === pattern ? (one.change(shown) as Data) : shown), data)
}
