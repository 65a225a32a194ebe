import { Problem, type WorkspaceScope } from '@host/plugin'
import {
  cancelOrder,
  createOrder,
  listOrders,
  orderLimits,
  payOrder,
  quoteOrder,
  readOrder,
  refundOrder,
  sendDelivery,
} from '../../shared.ts'
import { deliver, prepareDelivery } from '../delivery/prepare-delivery.ts'
import { giveBack } from '../discounts/use-discount.ts'
import type { Tables } from '../models.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { lockOrder, orderDetails, ordersPage } from './order-rows.ts'
import { payLocked } from './pay-order.ts'
import { quoteOf } from './quote-order.ts'
import { recordOrder, type NewOrder } from './record-order.ts'
import { refundLocked } from './refund-order.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

const hour = 3_600_000

/** Routes of orders. */
export function mountOrders(mux: ProductsMux, parts: Parts): void {
  mux.endpoint(listOrders, ({ db, input }) => ordersPage(db, input))
  mux.endpoint(createOrder, (scope) => createOrderOf(parts, scope, scope.input))
  mux.endpoint(quoteOrder, ({ db, input }) => quoteOf(parts, db, input))
  mux.endpoint(readOrder, ({ db, params }) => orderDetails(db, params.id))
  mux.endpoint(payOrder, async ({ db, orgId, params, audit }) => {
    const delivery = await prepareDelivery(parts, orgId)
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, params.id)
      await payLocked(parts, { tx, orgId, delivery }, order)
      audit.describe({ target: `order:${order.id}`, before: { state: order.state } })
    })
    return await orderDetails(db, params.id)
  })
  mux.endpoint(cancelOrder, async ({ db, params, audit }) => {
    await db.transaction(async (tx) => {
      const { id, state, discount_id } = await lockOrder(tx, params.id)
      if (state !== 'draft' && state !== 'cancelled') throw new Problem('conflict', notDraft)
      const values = { state: 'cancelled', cancelled_at: new Date(parts.clock()).toISOString() } as const
      if (state === 'draft') {
        await tx.updateTable('products_orders').set(values).where('id', '=', id).execute()
        if (discount_id !== null) await giveBack(tx, discount_id, 1)
      }
      audit.describe({ target: `order:${id}`, before: { state } })
    })
    return await orderDetails(db, params.id)
  })
  mux.endpoint(refundOrder, async ({ db, orgId, userId, params, input, audit }) => {
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, params.id)
      await refundLocked(parts, { tx, orgId, userId }, { order, input })
      const { amount, revoke = false } = input
      audit.describe({ target: `order:${order.id}`, before: { state: order.state }, after: { amount, revoke } })
    })
    return await orderDetails(db, params.id)
  })
  mux.endpoint(sendDelivery, (scope) => sendAgain(parts, scope, scope.params.id))
}

async function createOrderOf(parts: Parts, { db, orgId, userId, audit }: Scope, input: NewOrder) {
  const source = input.externalId === undefined ? 'manual' : 'api'
  const id = await recordOrder(
    parts,
    {
      db,
      orgId,
      userId,
      source,
      recorded: ({ id: orderId, isNew, isPaid }) =>
        audit.describe({ target: `order:${orderId}`, after: { source, isNew, isPaid } }),
    },
    input,
  )
  return await orderDetails(db, id)
}

/** @throws Problem `not_found`, `conflict`, `too_many_requests`, `service_unavailable` */
async function sendAgain(parts: Parts, { db, orgId, audit }: Scope, id: string) {
  const { state } = await orderDetails(db, id)
  if (state === 'draft' || state === 'cancelled') throw new Problem('conflict', notDelivered)
  const { allowed, resetAfter } = await parts.rateLimit.take(`send:${id}`, orderLimits.emailsInHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
  const delivery = await prepareDelivery(parts, orgId)
  if (delivery.url === undefined) throw new Problem('service_unavailable', { detail: noMail })
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    await deliver(parts, { tx, orgId, delivery }, order)
    audit.describe({ target: `order:${id}`, after: { until: delivery.expiresAt } })
  })
  return await orderDetails(db, id)
}

const notDraft = {
  detail: { en: 'The order was paid.', zh: '订单已付款。' },
  nextStep: { en: 'Refund the order.', zh: '请为该订单退款。' },
}
const notDelivered = { detail: { en: 'The order is not paid.', zh: '订单尚未付款。' } }
const noMail = {
  en: 'This workspace sends no email, or the server has no public URL. Ask an admin to set both up.',
  zh: '此工作区尚未启用发信，或服务器没有公开网址。请联系管理员设置。',
}
