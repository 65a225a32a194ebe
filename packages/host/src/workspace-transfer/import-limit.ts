import { sql } from 'kysely'
import { leaseNow } from '../database/nodes/lease-clock.ts'
import { nodeModels } from '../database/nodes/models.ts'
import type { Transactor } from '../database/transactor.ts'
import { boundTables } from './bound-tables.ts'

const second = 1_000
/** Milliseconds for the transaction of an import. */
const usual = 30 * 60 * second
/** A host on the same SQLite file waits 30 s for a write; then its changes fail, and the leases of its jobs end. */
const besideHost = 20 * second
/** No lease is further ahead: such a row is from before a restart of the machine. */
const longestLease = 10 * 60 * second

/** How long the transaction of an import may take, in milliseconds. */
export async function importLimit(database: Transactor): Promise<number> {
  return database.dialect === 'sqlite' && (await hasHost(database)) ? besideHost : usual
}

/** Whether a host serves on the database now. */
async function hasHost(database: Transactor): Promise<boolean> {
  const node = await boundTables(nodeModels, database)
    .selectFrom('host_nodes')
    .select('id')
    .where('lease_until', '>', leaseNow(database.dialect))
    .where('lease_until', '<', sql<number>`${leaseNow(database.dialect)} + ${longestLease}`)
    .executeTakeFirst()
  return node !== undefined
}
