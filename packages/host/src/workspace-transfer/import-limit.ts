import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { isHostRunning } from '../database/sqlite/host-lock.ts'

const second = 1_000

/** Milliseconds that the transaction of an import may take. */
export interface ImportLimits {
  readonly usual: number
  /** Beside a host on the same SQLite file. */
  readonly besideHost: number
}

/** A host on the same SQLite file waits 30 s for a write; then its changes fail, and the leases of its jobs end. */
const importLimits: ImportLimits = Object.freeze({ usual: 30 * 60 * second, besideHost: 20 * second })

/** How long the transaction of an import into a database may take, in milliseconds. */
export function importLimit(databaseUrl: string, { usual, besideHost } = importLimits): number {
  return !isPostgres(databaseUrl) && isHostRunning(sqlitePath(databaseUrl)) ? besideHost : usual
}
