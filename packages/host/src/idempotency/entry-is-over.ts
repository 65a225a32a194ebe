import type { Dialect } from '../database/statement.ts'
import { leaseHolds } from '../database/nodes/lease-holds.ts'

/**
 * The condition in SQL that a row of `idempotency_entries as entry` holds its key no longer: its day has passed by the
 * host's clock, given as `:now`, or the lease of the process that runs its handler has ended.
 */
export function entryIsOver(dialect: Dialect): string {
  return `(
    entry.state in ('stored', 'stored_without_body') and entry.expires_at <= :now
    or entry.state = 'in_flight' and not ${leaseHolds(dialect, 'entry.owner')})`
}
