import { exportRevenue, readRevenue, readSubscriptions, readWeekSales } from '../../shared.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { exportOf, namesOf, revenueOf, weekSalesOf } from './revenue.ts'

/** Routes of reports. */
export function mountReports(mux: ProductsMux, parts: Parts): void {
  mux.endpoint(readRevenue, ({ db, input }) => revenueOf({ db }, input))
  mux.endpoint(readWeekSales, async ({ db }) => ({ items: await weekSalesOf({ db }, parts.clock()) }))
  mux.endpoint(exportRevenue, (scope) => exportOf(parts, scope, scope.input))
  mux.endpoint(readSubscriptions, async ({ db }) => {
    const at = new Date(parts.clock()).toISOString()
    const reads = db.backgroundReads()
    const rows = await reads
      .selectFrom('products_subscriptions')
      .select((build) => ['product_id as productId', build.fn.countAll<number>().as('active')])
      .where('active_until', '>', at)
      .where('ended_at', 'is', null)
      .groupBy('product_id')
      .execute()
    const names = await namesOf(reads, rows)
    const products = rows.map(({ productId, active }) => ({
      productId,
      name: names.get(productId) ?? '',
      active,
    }))
    products.sort((a, b) => b.active - a.active || a.name.localeCompare(b.name))
    return { at, active: products.reduce((sum, { active }) => sum + active, 0), products }
  })
}
