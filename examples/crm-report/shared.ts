import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

/** Amounts in the smallest unit of their currency, one for each month. */
const Sums = z.object({ currency: z.string(), amounts: z.array(z.number()) })

export const readWonDeals = defineEndpoint({
  pattern: 'GET /api/x/crm-report/won-deals',
  input: nothing,
  output: z.object({ months: z.array(z.string()), sums: z.array(Sums) }),
  mcp: { description: 'Sums the won deals of the last twelve months, by month and currency, in cents.' },
  summary: 'Sum won deals by month',
})
