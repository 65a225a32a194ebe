/** Discount codes. A use is held by a checkout for some minutes, and used up by an order. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { discountLimits, orderLimits } from './limits.ts'
import { amountInput, amountOutput, Currency } from './money.ts'
import { priceIntervals } from './prices.ts'

/** Lines that a rule is for, which two kinds of rules share. */
const ruleTargets = {
  priceId: z.optional(z.nullable(z.string().check(z.maxLength(64)))).check(z.describe('Lines with this price only.')),
  interval: z
    .optional(z.nullable(z.enum([...priceIntervals, 'once'])))
    .check(z.describe('Lines with this interval only; `once` for one-off prices.')),
}

const Rule = z.strictObject({
  ...ruleTargets,
  percent: z
    .optional(z.number().check(z.gte(0.01), z.lte(100), z.multipleOf(0.01)))
    .check(z.describe('The discount in percent; or give `amount`.')),
  amount: z.optional(amountInput('The discount on all lines of the rule together.')),
})

const RuleOut = z.object({
  priceId: z.nullable(z.string()),
  interval: z.nullable(z.enum([...priceIntervals, 'once'])),
  percent: z.nullable(z.number()),
  amount: z.nullable(amountOutput('The discount on all lines of the rule together.')),
})

const DiscountOut = z.object({
  id: z.string(),
  code: z.string(),
  rules: z.array(RuleOut).check(z.describe('The first rule that fits a line decides.')),
  currency: z.nullable(z.string()).check(z.describe('Orders in this currency only; null for any.')),
  firstOrderOnly: z.boolean(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  useLimit: z.nullable(z.int()).check(z.describe('Orders that can use it; null for any number.')),
  used: z.int().check(z.describe('Orders that used it, and checkouts that hold a use.')),
  isEnabled: z.boolean(),
  createdAt: z.string(),
})

/** A discount code. */
export type Discount = z.infer<typeof DiscountOut>

const moment = (text: string) => z.optional(z.nullable(z.iso.datetime().check(z.maxLength(40)))).check(z.describe(text))

const settings = {
  startsAt: moment('It can’t be used before.'),
  endsAt: moment('It can’t be used from then on.'),
  useLimit: z
    .optional(z.nullable(z.int().check(z.gte(1), z.lte(discountLimits.uses))))
    .check(z.describe('Orders that can use it, exactly; any number when left out.')),
  isEnabled: z.optional(z.boolean()).check(z.describe('Whether it can be used; true when left out.')),
}

const Code = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(3),
    z.maxLength(discountLimits.code),
    z.regex(/^[A-Z0-9_-]+$/, 'Use letters, digits, hyphens and underscores.'),
    z.describe('The code that customers enter, in any case.'),
  )

export const listDiscounts = defineEndpoint({
  pattern: 'GET /api/x/products/discounts',
  input: listInput({
    filters: { isEnabled: z.boolean().check(z.describe('Enabled discounts, or disabled ones.')) },
    search: true,
  }),
  output: pageOf(DiscountOut),
  summary: 'List the discount codes of this workspace',
  mcp: { name: 'discounts', description: 'Lists the discount codes of this workspace, the newest first.' },
})

export const createDiscount = defineEndpoint({
  pattern: 'POST /api/x/products/discounts',
  input: z.strictObject({
    code: Code,
    rules: z
      .array(Rule)
      .check(z.minLength(1), z.maxLength(discountLimits.rules), z.describe('The first rule that fits a line decides.')),
    currency: z.optional(z.nullable(Currency)).check(z.describe('Required with an amount.')),
    firstOrderOnly: z
      .optional(z.boolean())
      .check(z.describe('Only for customers without a paid order; false when left out.')),
    ...settings,
  }),
  output: DiscountOut,
  role: 'admin',
  status: 201,
  audit: 'discount.created',
  summary: 'Create a discount code',
  errors: ['conflict'],
  mcp: { name: 'create_discount', description: 'Creates a discount code.', approval: true },
})

export const changeDiscount = defineEndpoint({
  pattern: 'PATCH /api/x/products/discounts/{id}',
  input: z.strictObject(settings),
  output: DiscountOut,
  role: 'admin',
  audit: 'discount.updated',
  summary: 'Change the validity of a discount code; its rules stay',
})

export const deleteDiscount = defineEndpoint({
  pattern: 'DELETE /api/x/products/discounts/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'discount.deleted',
  summary: 'Delete a discount code; orders keep their discount',
})

export const reserveDiscount = defineEndpoint({
  pattern: 'POST /api/x/products/discounts/reserve',
  input: z.strictObject({
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(discountLimits.code), z.describe('A discount code.')),
    email: z.email().check(z.toLowerCase(), z.maxLength(orderLimits.email), z.describe('The address of the customer.')),
    currency: Currency,
  }),
  output: z.object({
    reservationId: z.string().check(z.describe('For `discountReservationId` of the order.')),
    until: z.string(),
    discount: DiscountOut,
  }),
  role: 'admin',
  status: 201,
  audit: 'discount.reserved',
  summary: `Hold a use of a discount code for a checkout, for ${discountLimits.reservationMinutes} minutes`,
  errors: ['conflict'],
})

export const releaseDiscount = defineEndpoint({
  pattern: 'DELETE /api/x/products/discounts/reservations/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'discount.released',
  summary: 'Give back a use that a checkout holds',
})
