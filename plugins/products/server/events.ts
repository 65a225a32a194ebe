import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { licenseEvents } from './licenses/license-events.ts'
import { amountOutput } from '../shared.ts'

export const productCreated = defineEvent({
  name: 'product.created',
  description: 'A product was created',
  data: z.object({ productId: z.string(), name: z.string() }),
  example: { productId: 'prod_01h455vb4pex5vsknk084sn02q', name: 'Editor' },
})

const order = {
  orderId: z.string(),
  source: z.string().check(z.describe('`manual`, `api`, or the payment plugin that recorded it.')),
  externalId: z.nullable(z.string()),
  currency: z.string(),
  total: amountOutput('The amount of the order.'),
}
const orderExample = {
  orderId: 'order_01h455vb4pex5vsknk084sn02q',
  source: 'manual',
  externalId: null,
  currency: 'EUR',
  total: 5_831,
}

export const orderPaid = defineEvent({
  name: 'order.paid',
  description: 'An order was paid',
  data: z.object({ ...order, email: z.string() }),
  example: { ...orderExample, email: 'ada@example.com' },
})

export const orderRefunded = defineEvent({
  name: 'order.refunded',
  description: 'An order was refunded, in whole or in part',
  data: z.object({
    ...order,
    refundId: z.string(),
    amount: amountOutput('The amount that was paid back.'),
    refunded: amountOutput('The amount of all refunds of the order.'),
    revokedLineIds: z.array(z.string()).check(z.describe('Lines whose goods are taken back.')),
  }),
  example: {
    ...orderExample,
    refundId: 'refund_01h455vb4pex5vsknk084sn02q',
    amount: 5_831,
    refunded: 5_831,
    revokedLineIds: [],
  },
})

export const events = [productCreated, orderPaid, orderRefunded, ...licenseEvents] as const
