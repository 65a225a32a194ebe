/** Reports, by days of the time zone of the workspace. A refund counts on its own day. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { reportLimits } from './limits.ts'
import { amountOutput } from './money.ts'

const Day = z.iso.date().check(z.maxLength(10), z.regex(/^2\d{3}-/))

/** Spans by which a report is grouped. */
export const reportUnits = ['day', 'week', 'month'] as const

export type ReportUnit = (typeof reportUnits)[number]

const range = z.strictObject({
  from: Day.check(z.describe('The first day, such as 2026-01-01.')),
  to: Day.check(z.describe(`The last day, itself included; at most ${reportLimits.days} days.`)),
  unit: z.optional(z.enum(reportUnits)).check(z.describe('The span of a row; `day` when left out.')),
})

const sums = {
  currency: z.string(),
  sales: amountOutput('The sum of payments.'),
  refunds: amountOutput('The sum of refunds, above zero.'),
  revenue: amountOutput('Sales without refunds.'),
}

const RevenueOut = z.object({
  timeZone: z.string(),
  totals: z.array(z.object(sums)).check(z.describe('One for each currency.')),
  times: z.array(
    z.object({ start: z.string().check(z.describe('The first day of the day, week or month.')), ...sums }),
  ),
  products: z
    .array(z.object({ productId: z.string(), name: z.string(), ...sums }))
    .check(z.describe('The 500 with the most sales.')),
})

/** The revenue of a range. */
export type Revenue = z.infer<typeof RevenueOut>

export const readRevenue = defineEndpoint({
  pattern: 'GET /api/x/products/reports/revenue',
  input: range,
  output: RevenueOut,
  role: 'admin',
  summary: 'Read the revenue by time, product and currency',
  mcp: { name: 'revenue', description: 'Reads the revenue of a range of days, by time, product and currency.' },
})

/** Columns of the file of a revenue report. */
export const revenueColumns = ['start', 'productId', 'product', 'currency', 'sales', 'refunds', 'revenue'] as const

export const exportRevenue = defineEndpoint({
  pattern: 'GET /api/x/products/reports/revenue/export',
  input: range,
  output: nothing,
  role: 'admin',
  answers: { 200: { description: 'The revenue as a file.', content: { type: 'text/csv' } } },
  audit: 'revenue.exported',
  summary: 'Export the revenue by time, product and currency; its sums are those of the report',
  errors: ['too_many_requests', 'overloaded'],
})

export const readSubscriptions = defineEndpoint({
  pattern: 'GET /api/x/products/reports/subscriptions',
  input: nothing,
  output: z.object({
    at: z.string(),
    active: z.int().check(z.describe('Subscriptions whose paid time has not ended.')),
    products: z.array(z.object({ productId: z.string(), name: z.string(), active: z.int() })),
  }),
  role: 'admin',
  summary: 'Count the active subscriptions, by product',
  mcp: { name: 'subscriptions', description: 'Counts the active subscriptions, by product.' },
})
