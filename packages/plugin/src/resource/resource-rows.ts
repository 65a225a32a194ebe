import type { SelectQueryBuilder } from 'kysely'
import type { Queries, ReadQueries } from '../database.ts'
import { hasRole, type Role } from '../roles.ts'
import type { Field, FieldMap } from './field.ts'
import { columnName, targetOf } from './resource-model.ts'
import type { AnyResource } from './resource.ts'

/** The table of a resource whose columns are known at run time alone. */
export type AnyTables = Record<string, Record<string, unknown>>

/** Queries over such tables. */
export type AnyQueries = Queries<AnyTables>

/** A row with the names of the records that it refers to. */
export type AnyRow = Readonly<Record<string, unknown>>

/** A record as it is read, of any resource. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** All rows of a query over a resource. */
export type RowQuery = SelectQueryBuilder<AnyTables, string, AnyRow>

/** The source of the names of a field's records. */
interface NameSource {
  readonly table: string
  readonly column: string
  /** The lowest role that may read the names. */
  readonly read: Role
}

/** The part of a scope that records are read with. */
export interface RecordReader {
  readonly db: AnyQueries
  readonly role: Role
}

/**
 * All records of the workspace, with the names of those that they refer to.
 * @param fields those that are read
 */
export function selectRows(
  resource: AnyResource,
  db: Pick<ReadQueries<AnyTables>, 'selectFrom'>,
  fields: FieldMap = resource.fields,
): RowQuery {
  const { table } = resource.model
  const columns = ['id', ...Object.keys(fields).map(columnName), 'created_at', 'updated_at']
  const plain = db.selectFrom(table).select(columns.map((name) => `${table}.${name} as ${name}`)) as unknown as RowQuery
  return Object.entries(fields).reduce((query, [name, field]) => {
    const source = nameSource(resource, field)
    return source === undefined
      ? query
      : joinName(query, { ...source, from: `${table}.${columnName(name)}`, alias: aliasOf(name) })
  }, plain)
}

interface NameJoin extends Omit<NameSource, 'read'> {
  /** The column that holds the id. */
  readonly from: string
  readonly alias: string
}

function joinName(query: RowQuery, { table, column, from, alias }: NameJoin): RowQuery {
  return query.leftJoin(`${table} as ${alias}`, `${alias}.id`, from).select(`${alias}.${column} as ${alias}`)
}

/** One record, as the role of the reader sees it. */
export async function readRecord(
  resource: AnyResource,
  { db, role }: RecordReader,
  id: string,
): Promise<AnyRecord | undefined> {
  const row = await selectRows(resource, db).where(`${resource.model.table}.id`, '=', id).executeTakeFirst()
  return row === undefined ? undefined : withoutHiddenNames(resource, role, recordOf(resource.fields, row))
}

/** The records of these ids, in the order of the ids, as the role of the reader sees them. */
export async function readRecords(
  resource: AnyResource,
  { db, role }: RecordReader,
  ids: readonly string[],
): Promise<readonly AnyRecord[]> {
  const { table } = resource.model
  const rows = await selectRows(resource, db).where(`${table}.id`, 'in', ids).orderBy(`${table}.id`).execute()
  return rows.map((row) => withoutHiddenNames(resource, role, recordOf(resource.fields, row)))
}

/** A row as it is read. */
export function recordOf(fields: FieldMap, row: AnyRow): AnyRecord {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, row)]),
  )
  return {
    id: String(row['id']),
    ...values,
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
  }
}

/** The record with null in place of the names of records that the role may not read. */
export function withoutHiddenNames(resource: AnyResource, role: Role, record: AnyRecord): AnyRecord {
  const values = Object.entries(resource.fields).flatMap(([name, field]) => {
    const source = nameSource(resource, field)
    const value = record[name]
    if (source === undefined || hasRole(role, source.read) || !isLink(value)) return []
    return [[name, { id: value.id, name: null }] as const]
  })
  return { ...record, ...Object.fromEntries(values) }
}

/** Whether a value of a record names a member or another record. */
export function isLink(value: unknown): value is { readonly id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value
}

function valueOf(name: string, { kind }: Field, row: AnyRow): unknown {
  const value = row[columnName(name)] ?? null
  if (kind === 'sealed') return value !== null
  if (kind !== 'member' && kind !== 'reference') return value
  return value === null ? null : { id: value, name: row[aliasOf(name)] ?? null }
}

/** Where the name of a member or of a record is; undefined for a field that names neither. */
export function nameSource(resource: AnyResource, field: Field): NameSource | undefined {
  if (field.kind === 'member') return { table: 'users', column: 'name', read: 'member' }
  if (field.kind !== 'reference') return undefined
  const { model, titleColumn, permissions } = targetOf(field) ?? resource
  return { table: model.table, column: titleColumn, read: permissions?.read ?? 'member' }
}

/** No column has two underscores in a row. */
function aliasOf(name: string): string {
  return `${columnName(name)}__name`
}
