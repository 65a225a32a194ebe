import { Problem, type Queries } from '@host/plugin'
import type * as z from 'zod/mini'
import { orderLimits, shownAmount, type refundOrder } from '../../shared.ts'
import { orderRefunded } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { wrongField } from '../refuse.ts'
import { distribute, sumOf } from './amounts.ts'
import { linesOf, type LineRow, type OrderRow } from './order-rows.ts'
import { writeEntries } from './pay-order.ts'
import { endSubscriptions } from './subscriptions.ts'

/** A refund of an order. */
export type NewRefund = z.input<(typeof refundOrder)['input']>

interface Refunding {
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly userId: string | undefined
}

/**
 * Records a refund of an order that is locked, once for its external ID.
 * @returns whether it was recorded now @throws Problem `invalid_input`, `conflict`
 */
export async function refundLocked(
  parts: Parts,
  { tx, orgId, userId }: Refunding,
  { order, input }: { readonly order: OrderRow; readonly input: NewRefund },
): Promise<boolean> {
  const known = await tx.selectFrom('products_refunds').select('external_id').where('order_id', '=', order.id).execute()
  if (input.externalId !== undefined && known.some(({ external_id }) => external_id === input.externalId)) return false
  if (order.state !== 'paid' && order.state !== 'partially_refunded') throw new Problem('conflict', notPaid)
  if (known.length >= orderLimits.refunds) throw new Problem('conflict', { detail: tooMany })
  const lines = chosenLines(await linesOf(tx, order.id), input.lineIds)
  const shares = sharesOf(lines, input.amount)
  const now = new Date(parts.clock()).toISOString()
  const amount = sumOf(shares)
  const values = { order_id: order.id, external_id: input.externalId ?? null, reason: input.reason ?? '' }
  const added = tx
    .insertInto('products_refunds')
    .values({ ...values, amount: String(amount), created_by: userId ?? null, created_at: now })
  const { id: refundId } = await added.returning('id').executeTakeFirstOrThrow()
  await payBack(tx, order, { lines, shares, now })
  const refunded = BigInt(order.refunded) + amount
  const state = refunded === BigInt(order.total) ? 'refunded' : 'partially_refunded'
  await tx
    .updateTable('products_orders')
    .set({ refunded: String(refunded), state })
    .where('id', '=', order.id)
    .execute()
  const revoked = input.revoke === true ? lines.filter(({ revoked_at }) => revoked_at === null) : []
  await revoke(parts, { tx, orgId, userId }, { order, lines: revoked, now })
  await parts.events.publish(orderRefunded, orgId, {
    orderId: order.id,
    source: order.source,
    externalId: order.external_id,
    currency: order.currency,
    total: shownAmount(BigInt(order.total)),
    refundId,
    amount: shownAmount(amount),
    refunded: shownAmount(refunded),
    revokedLineIds: revoked.map(({ id }) => id),
  })
  return true
}

function chosenLines(lines: readonly LineRow[], ids: readonly string[] | undefined): readonly LineRow[] {
  if (ids === undefined) return lines
  const chosen = lines.filter(({ id }) => ids.includes(id))
  if (chosen.length < new Set(ids).size) throw wrongField('lineIds', unknownLine)
  return chosen
}

/** What each line gets back, in proportion to what is left of it. @throws Problem `invalid_input` */
function sharesOf(lines: readonly LineRow[], given: NewRefund['amount']): readonly bigint[] {
  const left = lines.map(({ total, refunded }) => BigInt(total) - BigInt(refunded))
  const most = sumOf(left)
  const amount = given === undefined ? most : BigInt(given)
  if (amount > most) throw wrongField('amount', tooMuch)
  if (amount === 0n && most > 0n) throw wrongField('amount', nothingBack)
  return distribute(amount, left)
}

interface PayingBack {
  readonly lines: readonly LineRow[]
  readonly shares: readonly bigint[]
  readonly now: string
}

async function payBack(tx: Queries<Tables>, order: OrderRow, { lines, shares, now }: PayingBack): Promise<void> {
  const paid = lines.map((line, at) => ({ line, share: shares[at] ?? 0n })).filter(({ share }) => share > 0n)
  for (const { line, share } of paid) {
    const refunded = String(BigInt(line.refunded) + share)
    await tx.updateTable('products_lines').set({ refunded }).where('id', '=', line.id).execute()
  }
  await writeEntries(
    tx,
    order,
    paid.map(({ line, share }) => ({ line, kind: 'refund', amount: -share, now })),
  )
}

interface Revoking {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly now: string
}

async function revoke(parts: Parts, { tx, orgId }: Refunding, { order, lines, now }: Revoking): Promise<void> {
  if (lines.length === 0) return
  const lineIds = lines.map(({ id }) => id)
  await tx.updateTable('products_lines').set({ revoked_at: now }).where('id', 'in', lineIds).execute()
  await endSubscriptions(tx, order, { lines, now })
  for (const each of parts.fulfils) await each.revoke(tx, { orgId, orderId: order.id, lineIds })
}

const notPaid = {
  detail: { en: 'Only a paid order can be refunded.', zh: '只有已付款的订单才能退款。' },
}
const tooMany = {
  en: `An order has at most ${orderLimits.refunds} refunds. Refund the rest at once.`,
  zh: `一个订单最多有 ${orderLimits.refunds} 笔退款。请一次退还剩余金额。`,
}
const unknownLine = { en: 'Choose lines of this order.', zh: '请选择此订单的明细。' }
const tooMuch = { en: 'Enter at most the rest of the lines.', zh: '退款不得超过这些明细的剩余金额。' }
const nothingBack = { en: 'Enter an amount above zero.', zh: '请输入大于零的金额。' }
