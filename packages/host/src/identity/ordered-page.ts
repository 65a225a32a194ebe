/**
 * Pages of a list in the order of a text, letters of both cases alike, or of ids, which is the order of time. A cursor
 * names the last entry of a page by that text and its id, so that the next page begins behind it also when the entry
 * is gone or has another name by then.
 */
import type { Expression, ExpressionBuilder, ReferenceExpression, SelectQueryBuilder, SqlBool } from 'kysely'
import { Problem, type ListRequest, type Page } from '@host/plugin'
import { checkText } from '../middleware/storable-text.ts'
import { pageOf, rowsToRead } from './page.ts'

/** How a list can be ordered: the text of each order by its name; undefined for the order of ids. */
export interface ListOrders<DB, TB extends keyof DB> {
  readonly id: ReferenceExpression<DB, TB>
  readonly texts: Readonly<Record<string, ReferenceExpression<DB, TB> | undefined>>
  /** The order when none is asked for: `joined`, or `-created` for the newest first. */
  readonly usual: string
  /** What a search looks through. */
  readonly searched: readonly ReferenceExpression<DB, TB>[]
}

/** What the order adds to each row. */
interface Placed {
  readonly placeId: string
  readonly place: string
}

/**
 * A page of the entries that are wanted, in the order that is wanted.
 * @throws Problem `bad_request` for an order that the list has not, or a cursor of another order
 */
export async function orderedPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  orders: ListOrders<DB, TB>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { by, isDescending } = orderOf(orders, request.sort ?? orders.usual)
  const direction = isDescending ? 'desc' : 'asc'
  let ordered = wanted(query, orders, request.q)
  const from = placeOf(request.cursor, by !== undefined)
  if (from !== undefined) ordered = ordered.where((build) => behind(build, { by, id: orders.id, from, isDescending }))
  if (by !== undefined) ordered = ordered.orderBy((build) => folded(build, by), direction)
  const rows = await ordered
    .orderBy(orders.id as never, direction)
    .select((build) => [build.ref(orders.id as never).as('placeId'), folded(build, by ?? orders.id).as('place')])
    .limit(rowsToRead(request))
    .execute()
  const placed = rows as unknown as readonly (Row & Placed)[]
  const { items, nextCursor } = pageOf(placed, request, (row) => cursorOf(row, by !== undefined))
  return { items: items.map(withoutPlace), nextCursor }
}

/** Those in which a search finds something; letters of both cases count as the same. */
export function wanted<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { searched }: Pick<ListOrders<DB, TB>, 'searched'>,
  q: string | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  if (q === undefined || q === '') return query
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return query.where((build) => build.or(searched.map((text) => build(text, 'ilike', pattern as never))))
}

function orderOf<DB, TB extends keyof DB>({ texts }: ListOrders<DB, TB>, sort: string) {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  if (!Object.hasOwn(texts, name)) throw new Problem('bad_request', { detail: `This list has no order "${name}".` })
  return { by: texts[name], isDescending }
}

interface Start<DB, TB extends keyof DB> {
  readonly by: ReferenceExpression<DB, TB> | undefined
  readonly id: ReferenceExpression<DB, TB>
  readonly from: Placed
  readonly isDescending: boolean
}

function behind<DB, TB extends keyof DB>(
  build: ExpressionBuilder<DB, TB>,
  { by, id, from, isDescending }: Start<DB, TB>,
): Expression<SqlBool> {
  const beyond = isDescending ? '<' : '>'
  const laterId = build(id, beyond, from.placeId as never)
  if (by === undefined) return laterId
  const text = folded(build, by)
  return build.or([build(text, beyond, from.place), build.and([build(text, '=', from.place), laterId])])
}

function folded<DB, TB extends keyof DB>(build: ExpressionBuilder<DB, TB>, text: ReferenceExpression<DB, TB>) {
  return build.fn<string>('lower', [text])
}

function withoutPlace<Row>(row: Row & Placed): Row {
  const { placeId: _, place: __, ...rest } = row
  return rest as unknown as Row
}

function cursorOf({ placeId, place }: Placed, hasText: boolean): string {
  return hasText ? `${placeId}~${Buffer.from(place).toString('base64url')}` : placeId
}

function placeOf(cursor: string | undefined, hasText: boolean): Placed | undefined {
  if (cursor === undefined) return undefined
  const [placeId = '', text] = cursor.split('~')
  if (hasText !== (text !== undefined)) {
    throw new Problem('bad_request', { detail: 'The cursor belongs to another order of this list.' })
  }
  const place = Buffer.from(text ?? '', 'base64url').toString()
  // What stands in a cursor in another form was not looked at with the rest of the request.
  checkText(place)
  return { placeId, place }
}
