import { bucket, column, definePlugin, model } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Sale = model(
  'sales_items',
  { id: column.id('sale'), org_id: column.org(), cents: column.integer(), sold_at: column.time({ default: 'now' }) },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'sold_at'],
    ],
  },
)

export const addSale = defineEndpoint({
  pattern: 'POST /api/x/sales/items',
  input: z.strictObject({ cents: z.int().check(z.gte(1)), soldAt: z.iso.datetime() }),
  output: nothing,
  summary: 'Add a sale',
})

export const salesByMonth = defineEndpoint({
  pattern: 'GET /api/x/sales/by-month',
  input: z.strictObject({ timeZone: z.string().check(z.maxLength(63)) }),
  output: z.object({ items: z.array(z.object({ month: z.string(), cents: z.number(), count: z.number() })) }),
  errors: ['bad_request'],
  summary: 'Sum the sales of the last twelve months',
})

export const plugin = definePlugin({
  name: 'sales',
  info: { title: 'Sales', description: 'Sales by month', icon: 'chart-line', category: 'Work', api: '^1' },
  models: [Sale],
  mount(mux) {
    mux.endpoint(addSale, async ({ db, input: { cents, soldAt } }) => {
      await db
        .insertInto('sales_items')
        .values({ cents, sold_at: new Date(soldAt).toISOString() })
        .execute()
      return undefined
    })
    mux.endpoint(salesByMonth, async ({ db, input: { timeZone }, now }) => {
      const since = new Date(now().getTime() - 365 * 86_400_000).toISOString()
      const items = await db
        .backgroundReads()
        .selectFrom('sales_items')
        .select((eb) => [
          bucket(eb, 'sold_at', { unit: 'month', timeZone }).as('month'),
          eb.fn.sum<number>('cents').as('cents'),
          eb.fn.countAll<number>().as('count'),
        ])
        .where('sold_at', '>=', since)
        .groupBy('month')
        .orderBy('month')
        .execute()
      return { items }
    })
  },
})
