/**
 * This process among all processes of one database.
 *
 *   away --enterNodes, joinNodes--> live --renewed every 10 s--> live --leave--> away
 *                         '--60 s without a renewal--> lapsed --renewed--> live
 *
 * A lapsed node counts as dead: other processes take over its claims and may remove its row. A process that was only
 * paused, or cut off from the database, renews its lease under its old id and continues: claims that were not taken
 * over are still its own, and the others show that they were. Two rules for every claim made with the id of a node
 * guarantee this:
 *   - it is taken over only by a statement that finds no live row of its owner, and that raises the claim's epoch;
 *   - it is finished, or given up, only where owner and epoch are still those that were written when it was made.
 * The epoch tells two claims of one node apart, which the id can't.
 *
 * A host that holds a SQLite file alone needs no proof of life: its lease ends with it, because the next host on the
 * file forgets all nodes before it.
 */
import type { Database } from '../database.ts'
import type { Dialect, Statement } from '../statement.ts'
import { holdNode, leaveNodes, type NodeEntry } from './enter-nodes.ts'
import type { LeaseThread } from './lease-thread.ts'
import { leaseMoment, leaseNow } from './lease-clock.ts'
import type { NodeLease } from './node-lease.ts'

/** How a process joins. Times in milliseconds. */
export interface JoinOptions {
  readonly database: Database
  readonly entry: NodeEntry
  /** Renews the lease; without it the process is the only one that can live, and its lease does not end. */
  readonly leaseThread: LeaseThread | undefined
  /** Whether every node before this one is known to be dead. */
  readonly isFirst: boolean
  readonly lease?: number
  readonly renewal?: number
  /** Called with a reason when the lease has lapsed, and without one when it was renewed after all. */
  onChange(lapsed: string | undefined): void
}

const defaultLease = 60_000
const defaultRenewal = 10_000

/** Makes this process a node; its row is there when it resolves. */
export async function joinNodes(options: JoinOptions): Promise<NodeLease> {
  const { database, entry, leaseThread, isFirst, lease = defaultLease, renewal = defaultRenewal, onChange } = options
  const { dialect } = database
  if (isFirst) await database.run(write('delete from host_nodes'))
  if (leaseThread === undefined) await database.run(holdNode(dialect, entry, String(Number.MAX_SAFE_INTEGER)))
  else await leaseThread.keep({ statements: renewalOf(dialect, entry, lease), every: renewal, holds: lease, onChange })
  return Object.freeze({
    id: entry.id,
    now: () => leaseNow(dialect),
    leave: async () => {
      await leaseThread?.release()
      await database.run(leaveNodes(dialect, entry.id))
    },
  })
}

/**
 * Statements of a renewal. They also delete the rows of dead nodes: those long expired, and those further ahead than
 * any lease, left by a clock that was set back.
 */
function renewalOf(dialect: Dialect, entry: NodeEntry, lease: number): readonly Statement[] {
  const now = leaseMoment[dialect]
  return [
    holdNode(dialect, entry, `${now} + ${lease}`),
    write(`delete from host_nodes where lease_until not between ${now} - ${lease} and ${now} + ${2 * lease}`),
  ]
}

function write(sql: string): Statement {
  return { sql, parameters: [], writes: true }
}
