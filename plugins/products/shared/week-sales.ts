/** What the overview asks of a shop. It stands alone because it comes with the frame, whatever page is shown. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const WeekSalesOut = z.object({
  currency: z.string(),
  revenue: z.union([z.int(), z.string()]).check(z.describe('In minor units; a text where a number is not exact.')),
})

export const readWeekSales = defineEndpoint({
  pattern: 'GET /api/x/products/reports/week',
  input: nothing,
  output: z.object({ items: z.array(WeekSalesOut) }),
  role: 'admin',
  summary: 'Read the revenue of the last 7 days, by currency',
})
