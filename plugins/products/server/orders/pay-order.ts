import { Problem, type Queries } from '@host/plugin'
import { shownAmount } from '../../shared.ts'
import { deliver, type PreparedDelivery } from '../delivery/prepare-delivery.ts'
import { orderPaid } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { inBillions } from './amounts.ts'
import { linesOf, type LineRow, type OrderRow } from './order-rows.ts'
import { startSubscriptions } from './subscriptions.ts'

interface Paying {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly delivery: PreparedDelivery
}

/**
 * Pays an order that is locked, once: its goods, ledger, email and event are part of the transaction.
 * @returns whether it was paid now @throws Problem `conflict` for a cancelled one
 */
export async function payLocked(parts: Parts, { tx, orgId, delivery }: Paying, order: OrderRow): Promise<boolean> {
  if (order.state === 'cancelled') throw new Problem('conflict', cancelled)
  if (order.state !== 'draft') return false
  const now = new Date(parts.clock()).toISOString()
  await tx.updateTable('products_orders').set({ state: 'paid', paid_at: now }).where('id', '=', order.id).execute()
  const lines = await linesOf(tx, order.id)
  await markSold(tx, lines, now)
  await writeEntries(
    tx,
    order,
    lines.map((line) => ({ line, kind: 'sale', amount: BigInt(line.total), now })),
  )
  await startSubscriptions(tx, order, { lines, now })
  const paid = { orgId, orderId: order.id, email: order.email, name: order.name, lines: lines.map(paidLine) }
  for (const each of parts.fulfils) await each.fulfil(tx, paid)
  await deliver(parts, { tx, orgId, delivery }, order)
  const { id: orderId, source, external_id: externalId, currency, email } = order
  const total = shownAmount(BigInt(order.total))
  await parts.events.publish(orderPaid, orgId, { orderId, source, externalId, currency, total, email })
  return true
}

function paidLine({ id, product_id, variant_id, price_id, quantity }: LineRow) {
  return { lineId: id, productId: product_id, variantId: variant_id, priceId: price_id, quantity }
}

/** Products and variants that were sold are never deleted. In the order of their IDs, so that no two orders wait in a circle. */
async function markSold(tx: Queries<Tables>, lines: readonly LineRow[], now: string): Promise<void> {
  for (const id of [...new Set(lines.map(({ product_id }) => product_id))].toSorted()) {
    const products = tx.updateTable('products_products').set({ sold_at: now })
    await products.where('id', '=', id).where('sold_at', 'is', null).execute()
  }
  for (const id of [...new Set(lines.flatMap(({ variant_id }) => variant_id ?? []))].toSorted()) {
    const variants = tx.updateTable('products_variants').set({ sold_at: now })
    await variants.where('id', '=', id).where('sold_at', 'is', null).execute()
  }
}

/** Revenue, or a refund below zero, of a line. */
export interface LedgerEntry {
  readonly line: Pick<LineRow, 'product_id'>
  readonly kind: 'sale' | 'refund'
  readonly amount: bigint
  readonly now: string
}

export async function writeEntries(
  tx: Queries<Tables>,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const values = entries.map(({ line, kind, amount, now }) => ({
    order_id: id,
    product_id: line.product_id,
    currency,
    kind,
    at: now,
    ...inBillions(amount),
  }))
  if (values.length > 0) await tx.insertInto('products_entries').values(values).execute()
}

const cancelled = {
  detail: { en: 'The order was cancelled.', zh: '订单已取消。' },
  nextStep: { en: 'Create another order.', zh: '请创建新订单。' },
}
