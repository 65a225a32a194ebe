import type { Connection } from '../driver.ts'
import type { Dialect } from '../statement.ts'

/** A column as the database has it. */
export interface StoredColumn {
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
  readonly isPrimaryKey: boolean
  /** The longest text that the model allowed when it was last migrated. */
  readonly max: number | undefined
}

/** What the database has now. */
export interface StoredSchema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>
  readonly indexes: ReadonlySet<string>
}

const columnQueries: Readonly<Record<Dialect, string>> = {
  sqlite: `select t.name as "table", c.name as "column", upper(c.type) as "type", c."notnull" as "required",
      c.dflt_value is not null as "hasDefault", c.pk > 0 as "primaryKey"
    from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table' order by t.name, c.cid`,
  postgres: `select t.relname as "table", c.attname as "column", format_type(c.atttypid, c.atttypmod) as "type",
      c.attnotnull as "required", c.atthasdef as "hasDefault", c.attnum = any(coalesce(k.indkey, ''::int2vector)) as "primaryKey"
    from pg_class as t join pg_attribute as c on c.attrelid = t.oid left join pg_index as k on k.indrelid = t.oid and k.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and c.attnum > 0 and not c.attisdropped
    order by t.relname, c.attnum`,
}

const indexQueries: Readonly<Record<Dialect, string>> = {
  sqlite: `select name from sqlite_schema where type = 'index'`,
  postgres: `select indexname as "name" from pg_indexes where schemaname = current_schema()`,
}

/** Reads the tables, with the lengths that earlier migrations recorded. */
export async function readStoredSchema(connection: Connection, dialect: Dialect): Promise<StoredSchema> {
  const read = async (sql: string) => (await connection.run({ sql, parameters: [], writes: false })).rows
  const lengths = new Map<string, number>()
  for (const { table_name: table, column_name: column, max } of await read('select * from host_columns')) {
    if (typeof max === 'number') lengths.set(`${String(table)}.${String(column)}`, max)
  }
  const tables = new Map<string, Map<string, StoredColumn>>()
  for (const row of await read(columnQueries[dialect])) {
    const [table, column] = [String(row['table']), String(row['column'])]
    const columns = tables.get(table) ?? new Map<string, StoredColumn>()
    tables.set(table, columns)
    columns.set(column, {
      type: String(row['type']),
      isRequired: isTrue(row['required']),
      hasDefault: isTrue(row['hasDefault']),
      isPrimaryKey: isTrue(row['primaryKey']),
      max: lengths.get(`${table}.${column}`),
    })
  }
  return { tables, indexes: new Set((await read(indexQueries[dialect])).map(({ name }) => String(name))) }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}
