/** Quotes: the amounts of an order before it is recorded. */
import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { amountOutput } from './money.ts'
import { newOrder } from './orders.ts'

const QuoteOut = z.object({
  subtotal: amountOutput('The sum of the lines before discount and tax.'),
  discount: amountOutput('The whole discount.'),
  tax: amountOutput('The sum of the tax lines.'),
  total: amountOutput('The amount to pay.'),
  lines: z
    .array(
      z.object({
        unitAmount: amountOutput('The price of a unit at this quantity.'),
        discount: amountOutput('Its share of the discount.'),
        tax: amountOutput('Its share of the tax.'),
        total: amountOutput('The amount to pay for it.'),
      }),
    )
    .check(z.describe('In the order of the input.')),
})

/** The amounts that an order would have. */
export type Quote = z.infer<typeof QuoteOut>

export const quoteOrder = defineEndpoint({
  pattern: 'POST /api/x/products/orders/quote',
  input: z.strictObject({
    email: z.optional(newOrder.email).check(z.describe('The address of the customer, for codes of first orders.')),
    currency: newOrder.currency,
    lines: newOrder.lines,
    taxes: newOrder.taxes,
    taxIncluded: newOrder.taxIncluded,
    discountCode: newOrder.discountCode,
  }),
  output: QuoteOut,
  role: 'admin',
  changes: false,
  audit: false,
  summary: 'Compute the amounts of an order, and record nothing; no use of the discount code is taken',
  errors: ['conflict'],
  mcp: { name: 'quote_order', description: 'Computes the amounts that an order would have, and records nothing.' },
})
