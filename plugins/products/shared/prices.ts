/** Prices of products. A price is never edited: another one supersedes it. */
import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { productLimits } from './limits.ts'
import { amountInput, amountOutput, Currency } from './money.ts'

/** Spans of a recurring price. */
export const priceIntervals = ['day', 'week', 'month', 'year'] as const

export type PriceInterval = (typeof priceIntervals)[number]

const tierQuantity = z
  .int()
  .check(z.gte(2), z.lte(productLimits.quantity), z.describe('The quantity from which the tier applies to all units.'))

export const PriceOut = z.object({
  id: z.string(),
  variantId: z.nullable(z.string()).check(z.describe('The variant that it is for; null for every one.')),
  currency: z.string(),
  amount: amountOutput('The price of a unit.'),
  interval: z.nullable(z.enum(priceIntervals)).check(z.describe('Null for a one-off price.')),
  intervalCount: z.int().check(z.describe('Intervals between two payments.')),
  trialDays: z.int(),
  tiers: z
    .array(z.object({ from: z.int(), amount: amountOutput('The price of each unit.') }))
    .check(z.describe('Volume prices: the last one that the quantity reaches applies to all units.')),
  supersededBy: z.nullable(z.string()).check(z.describe('The price that is sold instead.')),
  retiredAt: z.nullable(z.string()).check(z.describe('Since when it is not sold any more; null for one that is.')),
  createdAt: z.string(),
})

/** A price of a product. */
export type Price = z.infer<typeof PriceOut>

export const createPrice = defineEndpoint({
  pattern: 'POST /api/products/{id}/prices',
  input: z.strictObject({
    variantId: z
      .optional(z.nullable(z.string().check(z.maxLength(64))))
      .check(z.describe('A variant of the product; for every one when left out.')),
    currency: Currency,
    amount: amountInput('The price of a unit.'),
    interval: z
      .optional(z.nullable(z.enum(priceIntervals)))
      .check(z.describe('Makes the price recurring; one-off when left out.')),
    intervalCount: z
      .optional(z.int().check(z.gte(1), z.lte(productLimits.intervalCount)))
      .check(z.describe('Intervals between two payments; 1 when left out.')),
    trialDays: z
      .optional(z.int().check(z.gte(0), z.lte(productLimits.trialDays)))
      .check(z.describe('Days before the first payment of a recurring price; none when left out.')),
    tiers: z
      .optional(
        z
          .array(z.strictObject({ from: tierQuantity, amount: amountInput('The price of each unit.') }))
          .check(z.maxLength(productLimits.tiers)),
      )
      .check(z.describe('Volume prices: the last one that the quantity reaches applies to all units.')),
    supersedes: z
      .optional(z.string().check(z.maxLength(64)))
      .check(z.describe('A price of the product that is not sold any more from now on.')),
  }),
  output: PriceOut,
  role: 'admin',
  status: 201,
  audit: 'price.created',
  summary: 'Add a price to a product, in place of another one where it is named',
  errors: ['not_found', 'conflict', 'quota_exceeded'],
  mcp: { name: 'create_price', description: 'Adds a price to a product, or supersedes one.', approval: true },
})

export const retirePrice = defineEndpoint({
  pattern: 'POST /api/products/{id}/prices/{priceId}/retire',
  input: z.strictObject({}),
  output: PriceOut,
  role: 'admin',
  audit: 'price.retired',
  summary: 'Stop selling at a price; orders and subscriptions that have it stay as they are',
})
