/**
 * The statements that make the tables of a PostgreSQL schema as it is, read from its catalog: a backup restores what was
 * there, and the migrations of a start bring it up to date. It knows what our migrations make, and refuses anything else.
 */
import type { ClientBase } from 'pg'
import { quote } from '../../database/quote.ts'
import { BackupError } from '../backup-error.ts'
import type { SchemaStatements } from './backup-source.ts'

/** A table, with its columns in their order and those of its primary key. */
export interface PostgresTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** The schema of the connection. */
export interface PostgresSchema {
  readonly statements: SchemaStatements
  readonly tables: readonly PostgresTable[]
}

type Read = <Row extends object>(sql: string) => Promise<readonly Row[]>

/** Reads the current schema. @throws BackupError naming an object of a kind that a backup can't hold */
export async function readPostgresSchema(client: ClientBase): Promise<PostgresSchema> {
  const read: Read = async (sql) => (await client.query(sql)).rows as never
  const [{ schema } = { schema: '' }] = await read<{ schema: string }>('select current_schema()::text as schema')
  await refuseUnknown(read)
  const tables = await readTables(read)
  const before = [
    'set local check_function_bodies = off',
    ...(await readFunctions(read, schema)),
    ...tables.map(createTable),
  ]
  const after = [
    ...(await texts(read, constraints)),
    ...(await texts(read, indexes)),
    ...(await texts(read, triggers)),
    ...(await texts(read, policies)),
    ...(await texts(read, rowSecurity)),
  ]
  return {
    statements: { schema, before, after },
    tables: tables.map(({ name, columns, key }) => ({
      name,
      columns: columns.filter(({ generated }) => !generated).map((each) => each.name),
      key,
    })),
  }
}

interface ColumnRow {
  readonly name: string
  readonly definition: string
  readonly generated: boolean
}

interface TableRow {
  readonly name: string
  readonly columns: readonly ColumnRow[]
  readonly key: readonly string[]
}

const here = 'current_schema()::regnamespace'

async function readTables(read: Read): Promise<readonly TableRow[]> {
  return await read<TableRow>(`
    select t.relname as name,
      (select json_agg(json_build_object('name', c.attname, 'generated', c.attgenerated <> '', 'definition',
          quote_ident(c.attname) || ' ' || format_type(c.atttypid, c.atttypmod)
          || case when c.attcollation <> y.typcollation then ' collate ' || l.collname_quoted else '' end
          || case when c.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true) else '' end
          || case when c.attnotnull then ' not null' else '' end) order by c.attnum)
        from pg_attribute as c join pg_type as y on y.oid = c.atttypid
        left join pg_attrdef as d on d.adrelid = c.attrelid and d.adnum = c.attnum
        left join lateral (select quote_ident(n.nspname) || '.' || quote_ident(o.collname) as collname_quoted
          from pg_collation as o join pg_namespace as n on n.oid = o.collnamespace where o.oid = c.attcollation) as l on true
        where c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped) as columns,
      coalesce((select json_agg(c.attname order by array_position(k.indkey::int2[], c.attnum))
        from pg_index as k join pg_attribute as c on c.attrelid = t.oid and c.attnum = any(k.indkey)
        where k.indrelid = t.oid and k.indisprimary), '[]') as key
    from pg_class as t where t.relkind = 'r' and t.relnamespace = ${here} order by t.relname`)
}

function createTable({ name, columns }: TableRow): string {
  return `create table ${quote(name)} (${columns.map(({ definition }) => definition).join(', ')})`
}

/** Without the name of their schema, so that they can be made in another one. */
async function readFunctions(read: Read, schema: string): Promise<readonly string[]> {
  const found = await texts(
    read,
    `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = ${here} order by proname`,
  )
  return found.map((text) => text.replace(`FUNCTION ${schema}.`, 'FUNCTION '))
}

async function texts(read: Read, sql: string): Promise<readonly string[]> {
  return (await read<{ text: string }>(sql)).map(({ text }) => text)
}

/** Keys before the foreign keys that need them. */
const constraints = `
  select 'alter table ' || quote_ident(t.relname) || ' add constraint ' || quote_ident(c.conname) || ' '
    || pg_get_constraintdef(c.oid, true) as text
  from pg_constraint as c join pg_class as t on t.oid = c.conrelid
  where t.relnamespace = ${here} and c.contype in ('p', 'u', 'c', 'f') and c.conparentid = 0
  order by c.contype = 'f', t.relname, c.conname`

const indexes = `
  select pg_get_indexdef(i.indexrelid, 0, true) as text
  from pg_index as i join pg_class as t on t.oid = i.indrelid join pg_class as n on n.oid = i.indexrelid
  where t.relnamespace = ${here}
    and not exists (select 1 from pg_constraint as c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
  order by n.relname`

const triggers = `
  select pg_get_triggerdef(g.oid, true) as text from pg_trigger as g join pg_class as t on t.oid = g.tgrelid
  where t.relnamespace = ${here} and not g.tgisinternal order by t.relname, g.tgname`

const policies = `
  select 'create policy ' || quote_ident(p.polname) || ' on ' || quote_ident(t.relname)
    || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')', '')
    || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', '') as text
  from pg_policy as p join pg_class as t on t.oid = p.polrelid
  where t.relnamespace = ${here} order by t.relname, p.polname`

const rowSecurity = `
  select 'alter table ' || quote_ident(relname) || ' enable row level security'
    || case when relforcerowsecurity then ', force row level security' else '' end as text
  from pg_class where relnamespace = ${here} and relkind = 'r' and relrowsecurity order by relname`

/** Views, sequences, partitions, types, and policies for some commands or roles: nothing of ours makes them. */
const unknown = `
  select name from (
    select 'relation ' || relname as name from pg_class where relnamespace = ${here} and relkind not in ('r', 'i', 't')
      or relnamespace = ${here} and relkind = 'r' and (relispartition or exists (select 1 from pg_inherits where inhrelid = pg_class.oid))
    union all
    select 'type ' || typname from pg_type where typnamespace = ${here} and typtype in ('e', 'd', 'r')
    union all
    select 'policy ' || polname from pg_policy as p join pg_class as t on t.oid = p.polrelid
      where t.relnamespace = ${here} and (p.polcmd <> '*' or not p.polpermissive or p.polroles <> '{0}')
    union all
    select 'routine ' || proname from pg_proc where pronamespace = ${here} and prokind <> 'f'
    union all
    select 'constraint ' || conname from pg_constraint as c join pg_class as t on t.oid = c.conrelid
      where t.relnamespace = ${here} and c.contype in ('x', 't')
  ) as found order by name limit 5`

async function refuseUnknown(read: Read): Promise<void> {
  const found = await read<{ name: string }>(unknown)
  if (found.length === 0) return
  const names = found.map(({ name }) => name).join(', ')
  throw new BackupError('unknown_objects', { names })
}
