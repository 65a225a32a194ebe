import type { Dialect } from '../statement.ts'
import { leaseMoment } from './lease-clock.ts'

/** The condition in SQL that a node counts as alive. @param id the expression of its id */
export function leaseHolds(dialect: Dialect, id: string): string {
  return `exists (
    select 1 from host_nodes where host_nodes.id = ${id} and host_nodes.lease_until > ${leaseMoment[dialect]})`
}
