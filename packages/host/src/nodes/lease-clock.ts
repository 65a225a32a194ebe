/**
 * The clock that leases are measured by: one for all processes of a database, and no process's own.
 *
 * PostgreSQL: the server's, since processes on several machines share nothing else. SQLite: the machine's monotonic
 * clock, which all processes of one boot share and no one can set, so a moved wall clock ends no lease. It begins again
 * when the machine does, and so do the rows: a host that starts on a SQLite file forgets the processes before it.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from '../db/statement.ts'

/** The present moment in milliseconds, as a SQL expression. */
export const leaseMoment: Readonly<Record<Dialect, string>> = {
  sqlite: 'monotonic_ms()',
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
}

/** The same within a query of the host. */
export function leaseNow(dialect: Dialect): RawBuilder<number> {
  return sql.raw<number>(leaseMoment[dialect])
}
