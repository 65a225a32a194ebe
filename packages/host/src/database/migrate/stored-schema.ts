import type { Connection } from '../driver.ts'
import type { Dialect, SqlRow } from '../statement.ts'

/** A column as the database has it. */
export interface StoredColumn {
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
  readonly isPrimaryKey: boolean
  /** The longest text that the model allowed when it was last migrated. */
  readonly max: number | undefined
}

/** How far PostgreSQL keeps the rows of a table apart. */
export interface RowSecurity {
  readonly isEnabled: boolean
  /** Whether it binds the table's owner too. */
  readonly isForced: boolean
  readonly policies: readonly string[]
}

/** A trigger or a foreign key, and the table that it is part of. */
export interface StoredRule {
  readonly name: string
  readonly table: string
  readonly kind: 'trigger' | 'foreign key'
}

/** The current schema of the database. */
export interface StoredSchema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>
  readonly indexes: ReadonlySet<string>
  /** The triggers and foreign keys of tables. */
  readonly rules: readonly StoredRule[]
  /** The bodies of the functions that triggers call, by their names: on PostgreSQL alone. */
  readonly functions: ReadonlyMap<string, string>
  /** For the tables that have any. */
  readonly rowSecurity: ReadonlyMap<string, RowSecurity>
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

const ruleQueries: Readonly<Record<Dialect, string>> = {
  sqlite: `select name, tbl_name as "table", 'trigger' as "kind" from sqlite_schema where type = 'trigger' order by rowid`,
  postgres: `select g.tgname as "name", t.relname as "table", 'trigger' as "kind" from pg_trigger as g
      join pg_class as t on t.oid = g.tgrelid where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace
    union all select c.conname, t.relname, 'foreign key' from pg_constraint as c
      join pg_class as t on t.oid = c.conrelid where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
}

const functionQuery = `select proname as "name", prosrc as "body" from pg_proc
  where pronamespace = current_schema()::regnamespace and proname like 'host\\_%'`

const rowSecurityQuery = `select t.relname as "table", t.relrowsecurity as "enabled", t.relforcerowsecurity as "forced",
    coalesce(json_agg(p.polname) filter (where p.polname is not null), '[]') as "policies"
  from pg_class as t left join pg_policy as p on p.polrelid = t.oid
  where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
  group by t.relname, t.relrowsecurity, t.relforcerowsecurity
  having t.relrowsecurity or t.relforcerowsecurity or count(p.polname) > 0 order by t.relname`

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
  const indexes = (await read(indexQueries[dialect])).map(({ name }) => String(name))
  const secured = dialect === 'postgres' ? await read(rowSecurityQuery) : []
  const rules = (await read(ruleQueries[dialect])).map(ruleOf)
  const functions = dialect === 'postgres' ? await read(functionQuery) : []
  return {
    tables,
    indexes: new Set(indexes),
    rules,
    functions: new Map(functions.map(({ name, body }) => [String(name), String(body)])),
    rowSecurity: new Map(secured.map(rowSecurityOf)),
  }
}

function ruleOf({ name, table, kind }: SqlRow): StoredRule {
  return { name: String(name), table: String(table), kind: kind === 'trigger' ? 'trigger' : 'foreign key' }
}

function rowSecurityOf({ table, enabled, forced, policies }: SqlRow): readonly [string, RowSecurity] {
  const names = policies as readonly string[]
  return [String(table), { isEnabled: enabled === true, isForced: forced === true, policies: names }]
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}
