/**
 * Pages of a list in the order of a text, ignoring case, or of ids, which is the order of time. A cursor names the last
 * entry of a page by that text and its id, so that the next page begins after it even when the entry is gone or has
 * another name by then.
 *
 * Where no index gives the page, entries are examined by windows of their ids, see `id-windows.ts`. In the order of ids
 * a page ends when it is full or after 40 windows, and the next one begins where it ended. In the order of a text all
 * windows are read, and the first entries of each are merged.
 */
import type {
  Expression,
  ExpressionBuilder,
  ReferenceExpression,
  SelectQueryBuilder,
  SqlBool,
  StringReference,
} from 'kysely'
import { Problem, type ListRequest, type Page } from '@host/plugin'
import { checkText } from '../request/storable-text.ts'
import { idWindows, usualWindows, whereId, type IdWindow, type WindowSizes } from './id-windows.ts'
import { pageOf, rowsToRead } from './page.ts'

/** How a list can be ordered: the text of each order by its name; undefined for the order of ids. */
export interface ListOrders<DB, TB extends keyof DB> {
  readonly id: StringReference<DB, TB>
  readonly texts: Readonly<Record<string, ReferenceExpression<DB, TB> | undefined>>
  /** The order when none is asked for: `joined`, or `-created` for the newest first. */
  readonly usual: string
  /** Columns covered by a search. */
  readonly searched: readonly ReferenceExpression<DB, TB>[]
  /** Which entries of the query are in the list; all of them when left out. */
  readonly filter?: ((build: ExpressionBuilder<DB, TB>) => Expression<SqlBool>) | undefined
  /** For tests with few entries. */
  readonly windows?: WindowSizes
}

/** Columns that the order adds to each row. */
interface Placed {
  readonly placeId: string
  readonly place: string
}

/**
 * A page of the matching entries, in the requested order. With a search or a filter it may have fewer entries than
 * requested, even none, although more follow.
 * @param query all entries; conditions not covered by an index belong in the filter
 * @throws Problem `bad_request` for an order that the list does not offer, or a cursor of another order
 */
export async function orderedPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  orders: ListOrders<DB, TB>,
  request: ListRequest,
): Promise<Page<Row>> {
  const order = orderOf(orders, request.sort ?? orders.usual)
  const from = placeOf(request.cursor, order.by !== undefined)
  const list: List<DB, TB, Row> = { query, orders, order, from, request }
  const { items, nextCursor } = await (order.by === undefined ? pageById(list) : pageByText(list))
  return { items: items.map(withoutPlace), nextCursor }
}

/** A list as it is asked for. */
interface List<DB, TB extends keyof DB, Row> {
  readonly query: SelectQueryBuilder<DB, TB, Row>
  readonly orders: ListOrders<DB, TB>
  readonly order: Order<DB, TB>
  readonly from: Placed | undefined
  readonly request: ListRequest
}

type PlacedPage<Row> = Promise<Page<Row & Placed>>

async function pageById<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>): PlacedPage<Row> {
  const { query, orders, order, from, request } = list
  const found: (Row & Placed)[] = []
  const whole: IdWindow = { after: from?.placeId, upTo: undefined }
  const isNarrowed = orders.filter !== undefined || (request.q ?? '') !== ''
  const sizes = orders.windows ?? usualWindows
  const windows = idWindows(query, { id: orders.id, after: whole.after, isDescending: order.isDescending, sizes })
  let count = 0
  for await (const window of isNarrowed ? windows : [whole]) {
    found.push(...(await rowsOf(list, window)))
    count += 1
    if (found.length >= rowsToRead(request)) break
    if (count === sizes.most && window.upTo !== undefined) return { items: found, nextCursor: window.upTo }
  }
  return pageOf(found, request, ({ placeId }) => placeId)
}

async function pageByText<DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>): PlacedPage<Row> {
  const { query, orders, order, request } = list
  const sizes = orders.windows ?? usualWindows
  let first: readonly (Row & Placed)[] = []
  for await (const window of idWindows(query, { id: orders.id, after: undefined, isDescending: false, sizes })) {
    const both = [...first, ...(await rowsOf(list, window))].toSorted(byPlace)
    first = (order.isDescending ? both.toReversed() : both).slice(0, rowsToRead(request))
  }
  return pageOf(first, request, cursorOf)
}

/** The first rows of a window. */
async function rowsOf<DB, TB extends keyof DB, Row>(
  { query, orders, order: { by, isDescending }, from, request }: List<DB, TB, Row>,
  { after, upTo }: IdWindow,
): Promise<readonly (Row & Placed)[]> {
  const { id, filter } = orders
  // Windows of a list by text begin at the smallest id, whatever the direction.
  const isBackward = by === undefined && isDescending
  const direction = isDescending ? 'desc' : 'asc'
  let rows = wanted(query, orders, request.q)
  if (filter !== undefined) rows = rows.where(filter)
  if (after !== undefined) rows = whereId(rows, id, [isBackward ? '<' : '>', after])
  if (upTo !== undefined) rows = whereId(rows, id, [isBackward ? '>=' : '<=', upTo])
  if (by !== undefined) {
    if (from !== undefined) rows = rows.where((build) => behind(build, { by, id, from, isDescending }))
    rows = rows.orderBy((build) => folded(build, by), direction)
  }
  const placed = await rows
    .orderBy(id, direction)
    .select((build) => [build.ref(id).as('placeId'), folded(build, by ?? id).as('place')])
    .limit(rowsToRead(request))
    .execute()
  // Kysely leaves the row of a table that the caller names open.
  return placed as unknown as readonly (Row & Placed)[]
}

/** Entries that match a search; case is ignored. */
export function wanted<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { searched }: Pick<ListOrders<DB, TB>, 'searched'>,
  q: string | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  if (q === undefined || q === '') return query
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // The type of a column of such a table stays open.
  return query.where((build) => build.or(searched.map((text) => build(text, 'ilike', pattern as never))))
}

interface Order<DB, TB extends keyof DB> {
  /** Undefined for the order of ids. */
  readonly by: ReferenceExpression<DB, TB> | undefined
  readonly isDescending: boolean
}

function orderOf<DB, TB extends keyof DB>({ texts }: ListOrders<DB, TB>, sort: string): Order<DB, TB> {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  if (!Object.hasOwn(texts, name)) throw new Problem('bad_request', { detail: `This list has no order "${name}".` })
  return { by: texts[name], isDescending }
}

/** The order of the databases, which compare the bytes of texts. */
function byPlace(one: Placed, other: Placed): number {
  return Buffer.compare(Buffer.from(one.place), Buffer.from(other.place)) || (one.placeId < other.placeId ? -1 : 1)
}

interface Start<DB, TB extends keyof DB> {
  readonly by: ReferenceExpression<DB, TB>
  readonly id: StringReference<DB, TB>
  readonly from: Placed
  readonly isDescending: boolean
}

function behind<DB, TB extends keyof DB>(
  build: ExpressionBuilder<DB, TB>,
  { by, id, from, isDescending }: Start<DB, TB>,
): Expression<SqlBool> {
  const beyond = isDescending ? '<' : '>'
  // As in `whereId`.
  const laterId = build(id, beyond, from.placeId as never)
  const text = folded(build, by)
  return build.or([build(text, beyond, from.place), build.and([build(text, '=', from.place), laterId])])
}

function folded<DB, TB extends keyof DB>(build: ExpressionBuilder<DB, TB>, text: ReferenceExpression<DB, TB>) {
  return build.fn<string>('lower', [text])
}

function withoutPlace<Row>(row: Row & Placed): Row {
  const { placeId: _, place: __, ...rest } = row
  // Whether the caller's row has these two names too stays open.
  return rest as unknown as Row
}

function cursorOf({ placeId, place }: Placed): string {
  return `${placeId}~${Buffer.from(place).toString('base64url')}`
}

function placeOf(cursor: string | undefined, hasText: boolean): Placed | undefined {
  if (cursor === undefined) return undefined
  const [placeId = '', text] = cursor.split('~')
  if (hasText !== (text !== undefined)) {
    throw new Problem('bad_request', { detail: 'The cursor belongs to another order of this list.' })
  }
  const place = Buffer.from(text ?? '', 'base64url').toString()
  // Text inside a cursor was not checked with the rest of the request.
  checkText(place)
  return { placeId, place }
}
