/**
 * The clock that measures leases: one for all processes of a database, never a process's own.
 *
 * PostgreSQL: the server's, since processes on several machines share nothing else. SQLite: the machine's monotonic
 * clock, which all processes of one boot share and which can't be set, so a moved wall clock ends no lease. It restarts
 * with the machine, and so do the rows: a host that starts on a SQLite file forgets the processes before it.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from '../statement.ts'

/** The present moment in milliseconds, as a SQL expression. */
export const leaseMoment: Readonly<Record<Dialect, string>> = {
  sqlite: 'monotonic_ms()',
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
}

/** The same within a query of the host. */
export function leaseNow(dialect: Dialect): RawBuilder<number> {
  return sql.raw<number>(leaseMoment[dialect])
}
