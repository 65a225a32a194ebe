/**
 * Decides whether the user may leave the page. Components with unsaved changes block; navigation asks before leaving.
 *
 *   leave(action) --> not blocked ----------------> action()
 *                 --> blocked --> isAsking() --> answer(true)  --> action()
 *                                            --> answer(false) --> nothing
 */

/** Asks before something is lost by leaving. */
export interface LeaveGuard {
  /** Holds the reader here until the returned function is called. */
  readonly block: () => () => void
  readonly isBlocked: () => boolean
  /**
   * Runs an action that leaves the page: immediately, or once the user confirms. A second attempt replaces the first.
   */
  readonly leave: (action: () => void) => void
  /** Whether the reader is being asked. */
  readonly isAsking: () => boolean
  /** Answers the confirmation prompt. */
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
