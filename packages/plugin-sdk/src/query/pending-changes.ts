/**
 * Changes shown on top of the server's data before they are part of it: a write in flight, or one that is delayed so
 * that it can be undone. The data stays as the server sent it, so undoing a change leaves no trace, and data that
 * arrives meanwhile shows the change too.
 *
 *   show(changes) ──► shown ──┬── the write was rejected, or undone ──► gone: the data shows again
 *                             ├── the write succeeded ──► part of the data, and gone
 *                             └── clear(): another session ──► gone
 */
import type { Endpoint, EndpointOutput } from '@host/client'

/** One change to the displayed data of an endpoint. */
export interface PendingChange {
  readonly pattern: string
  readonly change: (data: unknown) => unknown
}

/** Collects the changes of an optimistic write. */
export interface OptimisticCache {
  /**
   * Changes the displayed data of an endpoint, for every cached input; a paginated list is changed page by page. The
   * change must be idempotent, because it may be applied to data that already includes it.
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

/** Runs an optimistic write and returns its changes. */
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
