import { listOf } from '../lists/list-of.ts'
import type { ListFilter, ListInput, ListOrder, ListPage } from '../lists/list.ts'
import type { ReadQueries, ScopedDatabase } from '../database.ts'
import type { Role } from '../roles.ts'
import type { Field, FieldMap } from './field.ts'
import { ordersOf, shortFields } from './ordered-fields.ts'
import { columnName } from './resource-model.ts'
import { recordOf, selectRows, withoutHiddenNames, type AnyRecord, type AnyTables } from './resource-rows.ts'
import type { AnyResource } from './resource.ts'

/** The part of a scope that a list is read with. */
export interface ListReader {
  readonly db: Pick<ReadQueries<AnyTables>, 'selectFrom'> & Pick<ScopedDatabase<AnyTables>, 'backgroundReads'>
  readonly input: ListInput
  readonly role: Role
}

type Order = ListOrder<AnyTables, string>
type Filter = ListFilter<AnyTables, string, never>

/** A page of the list, without long texts unless `fields` has them. */
export async function listRecords(
  resource: AnyResource,
  { db, input, role }: ListReader,
  fields: FieldMap = shortFields(resource.fields),
): Promise<ListPage<AnyRecord>> {
  const id = `${resource.model.table}.id`
  return await listOf({ db: db as ScopedDatabase<AnyTables>, input }, selectRows(resource, db, fields), {
    id,
    usual: resource.sort,
    sort: ordersIn(resource),
    filter: filtersIn(resource),
    search: { by: id },
    item: (row: Readonly<Record<string, unknown>>) => withoutHiddenNames(resource, role, recordOf(fields, row)),
  } as never)
}

function ordersIn({ model, fields }: AnyResource): Readonly<Record<string, Order>> {
  const entries = ordersOf(fields).map((name) => {
    const column = `${model.table}.${columnName(name)}`
    const kind = fields[name]?.kind
    return [name, kind === 'text' || kind === 'email' ? { text: column } : column] as const
  })
  return Object.fromEntries(entries)
}

function filtersIn({ model, fields }: AnyResource): Readonly<Record<string, Filter>> {
  const own = Object.entries(fields).flatMap(([name, field]) => filterOf(name, field, model.table))
  const moments = ['createdAt', 'updatedAt'].flatMap((name) => rangeOf(name, `${model.table}.${columnName(name)}`, '<'))
  return Object.fromEntries([...own, ...moments])
}

function filterOf(name: string, { kind }: Field, table: string): readonly (readonly [string, Filter])[] {
  const column = `${table}.${columnName(name)}`
  if (kind === 'choice' || kind === 'toggle' || kind === 'member' || kind === 'reference') return [[name, column]]
  return kind === 'date' || kind === 'number' || kind === 'money' ? rangeOf(name, column, '<=') : []
}

function rangeOf(name: string, column: string, upTo: '<' | '<='): readonly (readonly [string, Filter])[] {
  return [
    [`${name}From`, [column, '>=']],
    [`${name}To`, [column, upTo]],
  ]
}
