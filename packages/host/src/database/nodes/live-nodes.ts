import type { Connection } from '../driver.ts'
import type { OlderProcess } from '../migrate/older-processes.ts'
import type { Dialect, SqlRow } from '../statement.ts'
import { leaseMoment } from './lease-clock.ts'

/**
 * The processes that serve on a database now, including those with tables of an older version. None on SQLite: a
 * migration there holds the file.
 */
export async function readLiveNodes(connection: Connection, dialect: Dialect): Promise<readonly OlderProcess[]> {
  if (dialect === 'sqlite') return []
  const read = async (sql: string): Promise<readonly SqlRow[]> =>
    (await connection.run({ sql, parameters: [], writes: false })).rows
  const columns = await read(
    `select attname from pg_attribute where attrelid = to_regclass('host_nodes') and attnum > 0`,
  )
  const names = new Set(columns.map(({ attname }) => String(attname)))
  if (!names.has('lease_until')) return []
  const position = names.has('migrated_to') ? 'migrated_to' : 'null'
  const rows = await read(
    `select ${position} as "position" from host_nodes where lease_until > ${leaseMoment.postgres}`,
  )
  return rows.map(({ position: migratedTo }) => ({ migratedTo: migratedTo === null ? undefined : Number(migratedTo) }))
}
