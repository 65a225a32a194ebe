import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { keepHostsOff } from '../database/sqlite/host-lock.ts'

const second = 1_000

/** Milliseconds that the transaction of an import may take. */
export interface ImportLimits {
  readonly usual: number
  /** Beside a host on the same SQLite file. */
  readonly besideHost: number
}

/** A host on the same SQLite file waits 30 s for a write; then its changes fail, and the leases of its jobs end. */
const importLimits: ImportLimits = Object.freeze({ usual: 30 * 60 * second, besideHost: 20 * second })

/** The transaction of an import. On a SQLite file without a host, none starts until it is disposed of. */
export interface ImportTerm extends Disposable {
  /** How long it may take, in milliseconds. */
  readonly limit: number
}

/** Begins the term of an import into a database. */
export function beginImport(databaseUrl: string, { usual, besideHost } = importLimits): ImportTerm {
  if (isPostgres(databaseUrl)) return { limit: usual, [Symbol.dispose]: () => undefined }
  const lock = keepHostsOff(sqlitePath(databaseUrl))
  return { limit: lock === undefined ? besideHost : usual, [Symbol.dispose]: () => lock?.release() }
}
