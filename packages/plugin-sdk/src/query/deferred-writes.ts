/**
 * Writes that wait, so that they can be taken back. Only waiting ones can; nothing is sent before.
 *
 *   defer() ──► waiting ─┬─ undo() ────────────────────────────────► undone
 *                        ├─ drop(): another session ──────────────► undone, and said
 *                        └─ commit(), flush(), the page goes ──► sent ─► settled
 *
 * Who leaves a workspace or signs out flushes first: a write is sent in the session that asked for it, or not at all.
 */

/** A write, and how it is taken off the page. */
export interface DeferredWrite {
  /** Sends it; settles when the server has answered, and never rejects. @param keepalive outlives the page */
  readonly send: (options: { readonly keepalive: boolean }) => Promise<void>
  /** Reverts the change on screen. */
  readonly takeBack: () => void
  /** Takes it back because the session has gone, and says so: its page has said that it was done. */
  readonly giveUp: () => void
}

/** A write that waits. After the first call neither does anything. */
export interface WaitingWrite {
  readonly undo: () => void
  readonly commit: () => Promise<void>
}

/** The waiting writes of a page. */
export interface DeferredWrites {
  readonly defer: (write: DeferredWrite) => WaitingWrite
  /** Sends all that wait, the oldest first. */
  readonly flush: (options?: { readonly keepalive?: boolean }) => Promise<void>
  /** Discards all waiting writes because the session that requested them has ended on this page. */
  readonly drop: () => void
}

/** Nothing waits yet. */
export function createDeferredWrites(): DeferredWrites {
  const waiting = new Set<DeferredWrite>()
  const commit = async (write: DeferredWrite, keepalive: boolean): Promise<void> => {
    if (waiting.delete(write)) await write.send({ keepalive })
  }
  const undo = (write: DeferredWrite): void => {
    if (waiting.delete(write)) write.takeBack()
  }
  return {
    defer(write) {
      waiting.add(write)
      return {
        undo: () => undo(write),
        commit: () => commit(write, false),
      }
    },
    async flush({ keepalive = false } = {}) {
      await Promise.all([...waiting].map((write) => commit(write, keepalive)))
    },
    drop() {
      for (const write of waiting) if (waiting.delete(write)) write.giveUp()
    },
  }
}
