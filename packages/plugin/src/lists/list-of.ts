/**
 * Pages of a list by keyset: a page begins behind the last item of the one before. Its cost does not grow with its depth,
 * and a change elsewhere in the list neither repeats nor skips an item.
 *
 * Both databases sort nulls before every value and text by its bytes. An order by a column ends with the id, so ties
 * have an order too.
 */
import type { SelectQueryBuilder } from 'kysely'
import type { ReadQueries } from '../database.ts'
import { invalidCursor, writeCursor, type ListPlace } from './list-cursor.ts'
import { planOf, type PlainList } from './list-plan.ts'
import {
  countRows,
  matchingRows,
  readRows,
  withLongValue,
  type ListQuery,
  type ListReads,
  type PlacedRow,
} from './list-query.ts'
import type { ListInput, ListOptions, ListPage, ListScope } from './list.ts'
import { placeColumns, type PlaceColumns } from './place-columns.ts'

/**
 * A page of a list. A page in the usual order without a filter or search is read at once. Every other one, and a count,
 * is a background read, because its cost may grow with the list. An order is fast with an index of `org_id`, its column
 * and the id.
 * @param scope the endpoint's scope; its input is a `listInput` of `@host/plugin/zod`
 * @param query all rows of the list, without an order or a limit
 * @throws Problem `bad_request` for an invalid cursor, and for an order that the list doesn't offer
 * @example
 * mux.endpoint(listNotes, (scope) =>
 *   listOf(scope, scope.db.selectFrom('notes_notes').selectAll(), {
 *     sort: { title: { text: 'title' }, createdAt: 'created_at' },
 *     filter: { state: 'state', createdAtFrom: ['created_at', '>='], createdAtTo: ['created_at', '<'] },
 *     search: ['title', 'body'],
 *     item: noteOf,
 *   }),
 * )
 * @since 1.0.0
 */
export async function listOf<Tables, DB, TB extends keyof DB, Row, Input extends ListInput, Item = Row>(
  { db, input }: ListScope<Tables, Input>,
  query: SelectQueryBuilder<DB, TB, Row>,
  options: ListOptions<DB, TB, Row, Item, Input>,
): Promise<ListPage<Item>> {
  const list: PlainList<DB, TB> = options
  const plan = await withLongValue(query as unknown as ListQuery<DB, TB>, planOf(list, input))
  const matching = matchingRows(query as unknown as ListQuery<DB, TB>, plan, list.search ?? [])
  const reads = (plan.isNarrowed ? db.backgroundReads() : db) as unknown as ReadQueries<object>
  const columns = placeColumns(matching, plan)
  const { rows, total } = await readPage(matching, { plan, reads, columns }, input.total === true)
  const shown = rows.slice(0, plan.limit)
  const last = rows.length > plan.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => itemOf(options, columns, row)),
    nextCursor: last === undefined ? null : writeCursor(plan.order, placeOf(columns, last)),
    ...(total !== undefined && { total }),
  }
}

/** A forged cursor may hold a value that its column can't: the database refuses it. */
async function readPage<DB, TB extends keyof DB>(
  matching: ListQuery<DB, TB>,
  list: ListReads<DB, TB>,
  isCounted: boolean,
): Promise<{ readonly rows: readonly PlacedRow[]; readonly total: number | undefined }> {
  try {
    if (!isCounted) return { rows: await readRows(matching, list), total: undefined }
    const [rows, total] = await Promise.all([readRows(matching, list), countRows(matching, list)])
    return { rows, total }
  } catch (error) {
    const isMisfit = error instanceof Error && 'code' in error && error.code === 'invalid_value'
    throw isMisfit && list.plan.from !== undefined ? invalidCursor(error) : error
  }
}

function placeOf({ id, value }: PlaceColumns, row: PlacedRow): ListPlace {
  return { id: String(row[id]), value: row[value] ?? null }
}

function itemOf<Row, Item>(
  { item }: { readonly item?: (row: Row) => Item },
  { id, value, isOwn }: PlaceColumns,
  placed: PlacedRow,
): Item {
  const row = placed as Row & PlacedRow
  if (isOwn) return item === undefined ? (row as unknown as Item) : item(row)
  const { [id]: _, [value]: __, ...own } = row
  return item === undefined ? (own as unknown as Item) : item(own as Row)
}
