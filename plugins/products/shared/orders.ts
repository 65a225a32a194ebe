/** Orders: sales that a workspace records. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { orderLimits, productLimits } from './limits.ts'
import { amountInput, amountOutput, Currency } from './money.ts'
import { priceIntervals } from './prices.ts'

/** States of an order. It is paid and refunded once, however often that is reported. */
export const orderStates = ['draft', 'paid', 'partially_refunded', 'refunded', 'cancelled'] as const

export type OrderState = (typeof orderStates)[number]

const LineOut = z.object({
  id: z.string(),
  productId: z.string(),
  variantId: z.nullable(z.string()),
  priceId: z.nullable(z.string()),
  name: z.string().check(z.describe('The name of the product when it was ordered.')),
  quantity: z.int(),
  unitAmount: amountOutput('The price of a unit.'),
  discount: amountOutput('Its share of the discount.'),
  tax: amountOutput('Its share of the tax.'),
  total: amountOutput('The amount to pay for it.'),
  refunded: amountOutput('The amount that was paid back.'),
  interval: z.nullable(z.enum(priceIntervals)),
  intervalCount: z.int(),
  revokedAt: z.nullable(z.string()).check(z.describe('Since when its goods are taken back; null otherwise.')),
})

/** A line of an order. */
export type OrderLine = z.infer<typeof LineOut>

const TaxOut = z.object({ name: z.string(), amount: amountOutput('The tax.') })

const RefundOut = z.object({
  id: z.string(),
  amount: amountOutput('The amount that was paid back.'),
  reason: z.string(),
  externalId: z.nullable(z.string()),
  createdAt: z.string(),
})

const fields = {
  id: z.string(),
  source: z.string().check(z.describe('`manual`, `api`, or the payment plugin that recorded it.')),
  externalId: z.nullable(z.string()),
  state: z.enum(orderStates),
  email: z.string(),
  name: z.string(),
  currency: z.string(),
  subtotal: amountOutput('The sum of the lines before discount and tax.'),
  discount: amountOutput('The whole discount.'),
  tax: amountOutput('The sum of the tax lines.'),
  taxIncluded: z.boolean().check(z.describe('Whether the prices include the tax.')),
  total: amountOutput('The amount to pay.'),
  refunded: amountOutput('The amount that was paid back.'),
  discountCode: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
}

export const OrderOut = z.object(fields)

/** An order. */
export type Order = z.infer<typeof OrderOut>

export const OrderDetailsOut = z.object({
  ...fields,
  note: z.string(),
  lines: z.array(LineOut),
  taxes: z.array(TaxOut),
  refunds: z.array(RefundOut),
  emailedAt: z.nullable(z.string()).check(z.describe('When the email with the delivery link was queued; null before.')),
  deliveryUntil: z.nullable(z.string()).check(z.describe('Until when the delivery link works.')),
})

/** An order with its lines and refunds. */
export type OrderDetails = z.infer<typeof OrderDetailsOut>

const NewLine = z.strictObject({
  productId: z.string().check(z.maxLength(64), z.describe('A product of the workspace.')),
  priceId: z
    .optional(z.string().check(z.maxLength(64)))
    .check(z.describe('A price of the product in the currency of the order; or give `unitAmount`.')),
  variantId: z.optional(z.string().check(z.maxLength(64))).check(z.describe('A variant of the product.')),
  quantity: z
    .optional(z.int().check(z.gte(1), z.lte(productLimits.quantity)))
    .check(z.describe('How many units; 1 when left out.')),
  unitAmount: z.optional(amountInput('The price of a unit, where it has no price of the product.')),
})

const Email = z
  .email()
  .check(z.toLowerCase(), z.maxLength(orderLimits.email), z.describe('The address of the customer.'))

export const externalOrderId = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(orderLimits.externalId),
    z.describe('The ID of the order in another system: the same one is recorded once.'),
  )

/** The input of a new order. */
export const newOrder = {
  externalId: z.optional(externalOrderId),
  email: Email,
  name: z
    .optional(
      z.string().check(
        z.trim(),
        z.maxLength(orderLimits.name),
        z.refine((name) => name === '' || isDisplayName(name), displayNameComplaint.en),
      ),
    )
    .check(z.describe('The name of the customer.')),
  currency: Currency,
  lines: z.array(NewLine).check(z.minLength(1), z.maxLength(orderLimits.lines), z.describe('Products that are sold.')),
  taxes: z
    .optional(
      z
        .array(
          z.strictObject({
            name: z
              .string()
              .check(z.trim(), z.minLength(1), z.maxLength(orderLimits.taxName), z.describe('Such as VAT 19 %.')),
            amount: amountInput('The tax on the whole order.'),
          }),
        )
        .check(z.maxLength(orderLimits.taxes)),
    )
    .check(z.describe('Tax lines as they were computed elsewhere.')),
  taxIncluded: z.optional(z.boolean()).check(z.describe('Whether the prices include the tax; false when left out.')),
  discountCode: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.describe('A discount code.'))),
  discountReservationId: z
    .optional(z.string().check(z.maxLength(64)))
    .check(z.describe('A use that a checkout holds, instead of a code.')),
  subscriptionId: z
    .optional(externalOrderId)
    .check(z.describe('The ID of the subscription that a recurring price starts or renews, in another system.')),
  note: z.optional(z.string().check(z.maxLength(orderLimits.note), z.describe('For the members of the workspace.'))),
  paid: z.optional(z.boolean()).check(z.describe('Whether it is paid already; a draft when left out.')),
}

const example: Order = {
  id: 'order_01h455vb4pex5vsknk084sn02q',
  source: 'manual',
  externalId: null,
  state: 'paid',
  email: 'ada@example.com',
  name: 'Ada',
  currency: 'EUR',
  subtotal: 4_900,
  discount: 0,
  tax: 931,
  taxIncluded: false,
  total: 5_831,
  refunded: 0,
  discountCode: null,
  createdAt: '2026-01-31T08:15:00.000Z',
  paidAt: '2026-01-31T08:15:00.000Z',
}

export const listOrders = defineEndpoint({
  pattern: 'GET /api/x/products/orders',
  input: listInput({
    sort: ['createdAt'],
    filters: {
      state: z.enum(orderStates).check(z.describe('Orders with this state only.')),
      source: z.string().check(z.maxLength(orderLimits.source), z.describe('Orders of this source only.')),
      externalId: z.string().check(z.maxLength(orderLimits.externalId), z.describe('Orders with this external ID.')),
    },
    search: true,
  }),
  output: pageOf(OrderOut),
  summary: 'List the orders of this workspace',
  mcp: { name: 'orders', description: 'Lists the orders of this workspace, the newest first.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const createOrder = defineEndpoint({
  pattern: 'POST /api/x/products/orders',
  input: z.strictObject(newOrder),
  output: OrderDetailsOut,
  role: 'admin',
  status: 201,
  audit: 'order.created',
  summary: 'Record an order; one with a known external ID is answered as it is, and paid if it was not',
  errors: ['conflict', 'not_found'],
  mcp: { name: 'create_order', description: 'Records an order of a customer.', approval: true },
})

export const readOrder = defineEndpoint({
  pattern: 'GET /api/x/products/orders/{id}',
  input: nothing,
  output: OrderDetailsOut,
  summary: 'Read an order with its lines and refunds',
  mcp: { name: 'read_order', description: 'Reads one order with its lines and refunds.' },
})

export const payOrder = defineEndpoint({
  pattern: 'POST /api/x/products/orders/{id}/pay',
  input: z.strictObject({}),
  output: OrderDetailsOut,
  role: 'admin',
  audit: 'order.paid',
  summary: 'Mark a draft as paid, and deliver it',
  errors: ['conflict'],
  mcp: { name: 'pay_order', description: 'Marks an order as paid, which delivers it to the customer.', approval: true },
})

export const cancelOrder = defineEndpoint({
  pattern: 'POST /api/x/products/orders/{id}/cancel',
  input: z.strictObject({}),
  output: OrderDetailsOut,
  role: 'admin',
  audit: 'order.cancelled',
  summary: 'Cancel a draft',
  errors: ['conflict'],
})

/** The input of a refund. */
export const newRefund = {
  amount: z
    .optional(amountInput('The amount that was paid back.'))
    .check(z.describe('The amount that was paid back; everything that is left when left out.')),
  lineIds: z
    .optional(z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(orderLimits.lines)))
    .check(z.describe('The lines that it is for; all when left out.')),
  revoke: z
    .optional(z.boolean())
    .check(z.describe('Whether what the lines paid for is taken back, such as license keys; false when left out.')),
  reason: z.optional(z.string().check(z.maxLength(orderLimits.note), z.describe('For the members of the workspace.'))),
  externalId: z
    .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(orderLimits.externalId)))
    .check(z.describe('The ID of the refund in another system: the same one is recorded once.')),
}

export const refundOrder = defineEndpoint({
  pattern: 'POST /api/x/products/orders/{id}/refund',
  input: z.strictObject(newRefund),
  output: OrderDetailsOut,
  role: 'admin',
  audit: 'order.refunded',
  summary: 'Record a refund of the whole order, or of a part',
  errors: ['conflict'],
  mcp: { name: 'refund_order', description: 'Records a refund of an order.', approval: true },
})

export const sendDelivery = defineEndpoint({
  pattern: 'POST /api/x/products/orders/{id}/send',
  input: z.strictObject({}),
  output: OrderDetailsOut,
  role: 'admin',
  audit: 'order.sent',
  summary: 'Send the customer a new delivery link; the previous one ends',
  errors: ['conflict', 'too_many_requests', 'service_unavailable'],
})
