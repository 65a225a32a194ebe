import type { ReferenceExpression } from 'kysely'
import { Problem } from '../errors.ts'
import { limits } from '../limits.ts'
import { invalidCursor, readCursor, type ListPlace } from './list-cursor.ts'
import type { ListFilter, ListInput, ListOrder, ListSearch } from './list.ts'

/** A list without the names of its input, as it is executed. */
export interface PlainList<DB, TB extends keyof DB> {
  readonly id?: ReferenceExpression<DB, TB>
  readonly usual?: string
  readonly search?: ListSearch<DB, TB>
  readonly sort?: Readonly<Record<string, ListOrder<DB, TB>>>
  readonly filter?: Readonly<Record<string, ListFilter<DB, TB, never>>>
}

/** A filter that is on. */
export interface ActiveFilter<DB, TB extends keyof DB> {
  readonly filter: ListFilter<DB, TB, never>
  readonly value: unknown
}

/** A page as it is read. */
export interface ListPlan<DB, TB extends keyof DB> {
  /** Items of the page, at most 200. */
  readonly limit: number
  readonly id: ReferenceExpression<DB, TB>
  /** The name of the order with its hyphen; undefined for the order of ids. */
  readonly order: string | undefined
  readonly by: ReferenceExpression<DB, TB> | undefined
  readonly foldsCase: boolean
  readonly isDescending: boolean
  readonly from: ListPlace | undefined
  readonly filters: readonly ActiveFilter<DB, TB>[]
  readonly search: string | undefined
  /** Whether the cost of the page may grow with the list. */
  readonly isNarrowed: boolean
}

const byNewest = '-id'

/** @throws Problem `bad_request` for an order or a filter that the list doesn't offer, and for an invalid cursor */
export function planOf<DB, TB extends keyof DB>(list: PlainList<DB, TB>, input: ListInput): ListPlan<DB, TB> {
  const { usual = byNewest } = list
  const { limit = limits.defaultPageSize, cursor, sort = usual, q, total } = input
  const search = q === undefined || q.trim() === '' ? undefined : q.trim()
  const order = orderOf(list, sort)
  const filters = filtersOf(list, input)
  return {
    ...order,
    limit: Math.min(Math.max(1, Math.trunc(limit)), limits.pageSize),
    id: list.id ?? ('id' as ReferenceExpression<DB, TB>),
    from: cursor === undefined ? undefined : placeOf(order, cursor),
    filters,
    search,
    isNarrowed: sort !== usual || search !== undefined || filters.length > 0 || total === true,
  }
}

function orderOf<DB, TB extends keyof DB>({ sort: orders = {} }: PlainList<DB, TB>, sort: string) {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  if (name === 'id') return { order: undefined, by: undefined, foldsCase: false, isDescending }
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (order === undefined) throw noOrder(name)
  const foldsCase = typeof order === 'object' && 'text' in order
  return { order: sort, by: foldsCase ? order.text : order, foldsCase, isDescending }
}

function placeOf(
  { order, foldsCase }: { readonly order: string | undefined; readonly foldsCase: boolean },
  cursor: string,
) {
  const place = readCursor(order, cursor)
  // No column checks the value of an expression.
  const isText = place.isLong === true || place.value === null || typeof place.value === 'string'
  if (foldsCase && !isText) throw invalidCursor()
  return place
}

function filtersOf<DB, TB extends keyof DB>(
  { filter: filters = {} }: PlainList<DB, TB>,
  input: ListInput,
): readonly ActiveFilter<DB, TB>[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    return value === undefined ? [] : [{ filter, value }]
  })
}

function noOrder(name: string): Problem {
  return new Problem('bad_request', {
    detail: { en: `This list has no order "${name}".`, zh: `此列表没有排序方式“${name}”。` },
  })
}
