import type { Database } from '../database.ts'
import type { SqlRow, SqlValue } from '../statement.ts'

/** The tables whose rows record migrations. */
const records = ['host_columns', 'host_migrations', 'host_plugins']

/** Makes the tables and indexes of one SQLite database in an empty one, without rows other than those about migrations. */
export async function copyTables(from: Database, to: Database): Promise<void> {
  const read = async (sql: string): Promise<readonly SqlRow[]> =>
    (await from.run({ sql, parameters: [], writes: false })).rows
  const made = await read(
    `select name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' order by rowid`,
  )
  const names = new Set(made.map(({ name }) => String(name)))
  await to.transaction(async (connection) => {
    const write = (sql: string, parameters: readonly SqlValue[] = []) =>
      connection.run({ sql, parameters, writes: true })
    for (const { sql } of made) await write(String(sql))
    for (const table of records.filter((name) => names.has(name))) {
      for (const row of await read(`select * from ${table}`)) {
        const columns = Object.keys(row)
        await write(
          `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
          Object.values(row) as SqlValue[],
        )
      }
    }
  })
}
