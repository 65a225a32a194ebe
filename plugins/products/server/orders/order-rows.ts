import {
  listOf,
  Problem,
  type EndpointInput,
  type ListPage,
  type Queries,
  type ReadQueries,
  type ScopedDatabase,
} from '@host/plugin'
import { shownAmount, type listOrders, type Order, type OrderDetails, type OrderLine } from '../../shared.ts'
import type { Tables } from '../models.ts'

export type OrderRow = Awaited<ReturnType<typeof lockOrder>>
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number]

/** An order, locked until the transaction ends. @throws Problem `not_found` */
export async function lockOrder(tx: Queries<Tables>, id: string) {
  const row = await tx.selectFrom('products_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function linesOf(db: ReadQueries<Tables>, orderId: string) {
  return await db.selectFrom('products_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** A page of orders. */
export async function ordersPage(
  db: ScopedDatabase<Tables>,
  input: EndpointInput<typeof listOrders>,
): Promise<ListPage<Order>> {
  const page = await listOf({ db, input }, db.selectFrom('products_orders').selectAll(), {
    usual: '-id',
    sort: { createdAt: 'created_at' },
    filter: { state: 'state', source: 'source', externalId: 'external_id' },
    search: { by: 'products_orders.id' },
  })
  return { ...page, items: page.items.map(shownOrder) }
}

/** An order with its lines and refunds. @throws Problem `not_found` */
export async function orderDetails(db: ReadQueries<Tables>, id: string): Promise<OrderDetails> {
  const row = await db.selectFrom('products_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  const refunds = await db.selectFrom('products_refunds').selectAll().where('order_id', '=', id).orderBy('id').execute()
  const deliveries = db
    .selectFrom('products_deliveries')
    .select(['emailed_at', 'expires_at'])
    .where('order_id', '=', id)
  const delivery = await deliveries.executeTakeFirst()
  return {
    ...shownOrder(row),
    note: row.note,
    lines: (await linesOf(db, id)).map(shownLine),
    taxes: row.taxes.map(({ name, amount }) => ({ name, amount: shownText(amount) })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: shownText(refund.amount),
      reason: refund.reason,
      externalId: refund.external_id,
      createdAt: refund.created_at,
    })),
    emailedAt: delivery?.emailed_at ?? null,
    deliveryUntil: delivery?.expires_at ?? null,
  }
}

function shownOrder(row: OrderRow): Order {
  return {
    id: row.id,
    source: row.source,
    externalId: row.external_id,
    state: row.state,
    email: row.email,
    name: row.name,
    currency: row.currency,
    subtotal: shownText(row.subtotal),
    discount: shownText(row.discount),
    tax: shownText(row.tax),
    taxIncluded: row.tax_included,
    total: shownText(row.total),
    refunded: shownText(row.refunded),
    discountCode: row.discount_code,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  }
}

function shownLine(row: LineRow): OrderLine {
  return {
    id: row.id,
    productId: row.product_id,
    variantId: row.variant_id,
    priceId: row.price_id,
    name: row.name,
    quantity: row.quantity,
    unitAmount: shownText(row.unit_amount),
    discount: shownText(row.discount),
    tax: shownText(row.tax),
    total: shownText(row.total),
    refunded: shownText(row.refunded),
    interval: row.interval,
    intervalCount: row.interval_count,
    revokedAt: row.revoked_at,
  }
}

function shownText(amount: string) {
  return shownAmount(BigInt(amount))
}
