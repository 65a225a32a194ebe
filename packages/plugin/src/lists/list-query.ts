/** The statements of a page. */
import type {
  ComparisonOperatorExpression,
  Expression,
  ExpressionBuilder,
  ReferenceExpression,
  SelectQueryBuilder,
  SqlBool,
} from 'kysely'
import type { ReadQueries } from '../database.ts'
import { invalidCursor, type PlaceValue } from './list-cursor.ts'
import type { ActiveFilter, ListPlan } from './list-plan.ts'
import { search } from '../search.ts'
import type { ListFilter, ListSearch } from './list.ts'
import type { PlaceColumns } from './place-columns.ts'

/** The rows of a list. */
export type ListQuery<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

/** A row with the columns of its place. */
export type PlacedRow = Readonly<Record<string, PlaceValue>>

/** How the rows of a page are read. */
export interface ListReads<DB, TB extends keyof DB> {
  readonly plan: ListPlan<DB, TB>
  readonly columns: PlaceColumns
  readonly reads: ReadQueries<object>
}

const mostCounted = 10_000

/** Nulls, which come before every value, and values are two ranges of an index. */
type Part = 'all' | 'nulls' | 'values'

/** The rows that pass the filters and the search. */
export function matchingRows<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  { filters, search: text }: ListPlan<DB, TB>,
  searched: ListSearch<DB, TB>,
): ListQuery<DB, TB> {
  const rows = filters.reduce((found, active) => found.where((build) => conditionOf(build, active)), query)
  if (text === undefined) return rows
  if ('by' in searched) return rows.where((build) => search(build, searched.by, text))
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return rows.where((build) => build.or(searched.map((column) => build(column, 'ilike', pattern as never))))
}

/** The plan with the value of its cursor where that was too long to be in it. */
export async function withLongValue<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  plan: ListPlan<DB, TB>,
): Promise<ListPlan<DB, TB>> {
  const { id, from } = plan
  if (from?.isLong !== true) return plan
  const selected = query.clearSelect().select((build) => valueOf(build, plan).as('list_value'))
  const row = await selected
    .where(id, '=', from.id as never)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) throw invalidCursor()
  return { ...plan, from: { id: from.id, value: (row as unknown as PlacedRow)['list_value'] ?? null } }
}

/** The rows of a page and one more, which tells that another page follows. */
export async function readRows<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  list: ListReads<DB, TB>,
): Promise<readonly PlacedRow[]> {
  const [first = 'all', second] = partsOf(list.plan)
  const limit = list.plan.limit + 1
  const rows = await readFrom(rowsOf(query, list, { part: first, isBehind: true, limit }), list)
  const left = limit - rows.length
  if (second === undefined || left === 0) return rows
  return [...rows, ...(await readFrom(rowsOf(query, list, { part: second, isBehind: false, limit: left }), list))]
}

/** The number of rows, up to 10,000. */
export async function countRows<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  { plan: { id }, reads }: ListReads<DB, TB>,
): Promise<number> {
  const counted = query.clearSelect().select((build) => build.ref(id as never).as('list_id'))
  const matching = counted.limit(mostCounted).as('matching')
  const row = await reads
    .selectFrom(matching as never)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return (row as { readonly count: number }).count
}

function conditionOf<DB, TB extends keyof DB>(
  build: ExpressionBuilder<DB, TB>,
  { filter, value }: ActiveFilter<DB, TB>,
): Expression<SqlBool> {
  if (isCondition(filter)) return filter.where(build, value as never)
  if (isPair(filter)) return build(filter[0], filter[1], value as never)
  const operator = Array.isArray(value) ? 'in' : '='
  return build(filter, operator, value as never)
}

function isCondition<DB, TB extends keyof DB>(
  filter: ListFilter<DB, TB, never>,
): filter is { readonly where: (build: ExpressionBuilder<DB, TB>, value: never) => Expression<SqlBool> } {
  return typeof filter === 'object' && 'where' in filter
}

function isPair<DB, TB extends keyof DB>(
  filter: ListFilter<DB, TB, never>,
): filter is readonly [ReferenceExpression<DB, TB>, ComparisonOperatorExpression] {
  return Array.isArray(filter)
}

/** The parts of the list behind its cursor, in their order. */
function partsOf<DB, TB extends keyof DB>({ by, from, isDescending }: ListPlan<DB, TB>): readonly Part[] {
  if (by === undefined || from === undefined) return ['all']
  if (from.value === null) return isDescending ? ['nulls'] : ['nulls', 'values']
  return isDescending ? ['values', 'nulls'] : ['values']
}

interface PartRequest {
  readonly part: Part
  /** Whether it begins behind the cursor; at its own beginning otherwise. */
  readonly isBehind: boolean
  readonly limit: number
}

function rowsOf<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  { plan, columns }: ListReads<DB, TB>,
  { part, isBehind, limit }: PartRequest,
): ListQuery<DB, TB> {
  const { id, by } = plan
  const direction = directionOf(plan)
  let rows = query
  if (by !== undefined && part !== 'all') rows = rows.where(by, part === 'nulls' ? 'is' : 'is not', null as never)
  if (isBehind && plan.from !== undefined) rows = rows.where((build) => behind(build, plan))
  const { isShadowed } = columns
  if (by !== undefined) {
    rows = rows.orderBy((build) => (isShadowed ? build.ref(columns.value as never) : valueOf(build, plan)), direction)
  }
  rows = rows.orderBy((isShadowed ? columns.id : id) as never, direction).limit(limit)
  if (columns.isOwn) return rows
  return rows.select((build) => [
    build.ref(id as never).as(columns.id),
    valueOf(build, plan).as(columns.value),
  ]) as ListQuery<DB, TB>
}

/** The database that reads a query is that of the query around it; the order of a subquery is not that of its result. */
async function readFrom<DB, TB extends keyof DB>(
  rows: ListQuery<DB, TB>,
  { plan, columns, reads }: ListReads<DB, TB>,
): Promise<readonly PlacedRow[]> {
  if (!plan.isNarrowed) return (await rows.execute()) as unknown as readonly PlacedRow[]
  const direction = directionOf(plan)
  const read = (reads as ReadQueries<{ list: PlacedRow }>)
    .selectFrom(rows.as('list') as never)
    .selectAll()
    .orderBy(columns.value as never, direction)
    .orderBy(columns.id as never, direction)
  return await read.execute()
}

function directionOf({ isDescending }: { readonly isDescending: boolean }): 'asc' | 'desc' {
  return isDescending ? 'desc' : 'asc'
}

/** The bound on the value alone is redundant, but an index answers it as a range. */
function behind<DB, TB extends keyof DB>(
  build: ExpressionBuilder<DB, TB>,
  plan: ListPlan<DB, TB>,
): Expression<SqlBool> {
  const { id, by, isDescending, from } = plan
  const beyond = isDescending ? '<' : '>'
  const laterId = build(id, beyond, from?.id as never)
  if (by === undefined || from?.value === undefined || from.value === null) return laterId
  const value = valueOf(build, plan)
  const at = from.value as never
  return build.and([
    build(value, `${beyond}=`, at),
    build.or([build(value, beyond, at), build.and([build(value, '=', at), laterId])]),
  ])
}

function valueOf<DB, TB extends keyof DB>(build: ExpressionBuilder<DB, TB>, { id, by, foldsCase }: ListPlan<DB, TB>) {
  const column = by ?? id
  return foldsCase ? build.fn<PlaceValue>('lower', [column]) : build.ref(column as never)
}
