/**
 * Whether the reader may leave the page. What would lose something blocks; whoever wants to leave asks.
 *
 *   leave(action) --> nothing blocks ----------------> action()
 *                 --> blocked --> pending() tells --> answer(true)  --> action()
 *                                                 --> answer(false) --> nothing
 */

/** Asks before something is lost by leaving. */
export interface LeaveGuard {
  /** Holds the reader here until the returned function is called. */
  readonly block: () => () => void
  readonly isBlocked: () => boolean
  /** Does what leaves the page: at once, or when the reader has agreed. A second attempt takes the place of the first. */
  readonly leave: (action: () => void) => void
  /** Whether the reader is being asked. */
  readonly isAsking: () => boolean
  /** What the reader says. */
  readonly answer: (isLeaving: boolean) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A guard that nothing blocks yet. */
export function createLeaveGuard(): LeaveGuard {
  const blocks = new Set<symbol>()
  const listeners = new Set<() => void>()
  let pending: (() => void) | undefined
  const wait = (action: (() => void) | undefined): void => {
    pending = action
    for (const listener of listeners) listener()
  }
  return {
    block() {
      const block = Symbol('block')
      blocks.add(block)
      return () => void blocks.delete(block)
    },
    isBlocked: () => blocks.size > 0,
    leave: (action) => (blocks.size === 0 ? action() : wait(action)),
    isAsking: () => pending !== undefined,
    answer(isLeaving) {
      const action = pending
      wait(undefined)
      if (isLeaving) action?.()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
