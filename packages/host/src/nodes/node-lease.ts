import type { RawBuilder } from 'kysely'

/**
 * This process among all that work on one database. Its row in `host_nodes` is a lease that a thread renews, so that a
 * main thread that is busy does not lose it; what a process that died had claimed is free again when its lease ends.
 * How to claim something with it: `join-nodes.ts`.
 */
export interface NodeLease {
  /** New at every start, so that it also tells one life of a process from the next; the same for all of that life. */
  readonly id: string
  /** The present moment of the clock that leases are measured by, in milliseconds; to be compared with `lease_until`. */
  now(): RawBuilder<number>
  /** Gives the lease back, so that no one waits for its end. */
  leave(): Promise<void>
}
