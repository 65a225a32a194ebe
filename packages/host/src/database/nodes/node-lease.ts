import type { RawBuilder } from 'kysely'

/**
 * This process among all processes of one database. Its row in `host_nodes` is a lease that a thread renews, so that a
 * busy main thread does not lose it; the claims of a dead process are free again when its lease ends. How to claim with
 * it: `join-nodes.ts`.
 */
export interface NodeLease {
  /** New at every start, so that it also tells one run of a process from the next; constant during a run. */
  readonly id: string
  /** The present moment of the clock that leases are measured by, in milliseconds; to be compared with `lease_until`. */
  now(): RawBuilder<number>
  /** Ends the lease, so that no other process waits for its expiry. */
  leave(): Promise<void>
}
