import type { Connection } from '../database/driver.ts'
import { quoteText } from '../database/quote.ts'
import type { Dialect } from '../database/statement.ts'

/** A table that the database has. */
export interface StoredTable {
  readonly name: string
  /** With its indexes. */
  readonly bytes: number
}

/** On SQLite this reads the table's pages, so it takes a second a gigabyte. */
const queries: Readonly<Record<Dialect, (names: string) => string>> = {
  sqlite: (names) => `select s.tbl_name as "name", sum(d.pgsize) as "bytes"
    from sqlite_schema as s join dbstat as d on d.name = s.name
    where d.aggregate = true and s.tbl_name in (${names}) group by s.tbl_name order by s.tbl_name`,
  postgres: (names) => `select relname as "name", pg_total_relation_size(oid) as "bytes" from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname in (${names}) order by relname`,
}

/**
 * Reads how large tables are; one that the database lacks is left out.
 * @param queue where the read waits on the way to a reader beside the main thread; none when left out
 */
export async function readTableBytes(
  database: Connection & { readonly dialect: Dialect },
  tables: readonly string[],
  queue?: string,
): Promise<readonly StoredTable[]> {
  if (tables.length === 0) return []
  const sql = queries[database.dialect](tables.map(quoteText).join(', '))
  const beside = queue === undefined ? {} : { backgroundQueue: queue }
  const { rows } = await database.run({ sql, parameters: [], writes: false, ...beside })
  return rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }))
}
