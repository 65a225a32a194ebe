import { useLateQuery, useSession } from '@host/plugin-sdk'
import { hasRole } from '@host/plugin/wire'

const loadWeekSales = () => import('../../shared/week-sales.ts').then(({ readWeekSales }) => readWeekSales)

/** The revenue of the last 7 days by currency; undefined while it is on its way, and for those who see no reports. */
export function useWeekRevenue() {
  const { role } = useSession()
  return useLateQuery(loadWeekSales, {}, { enabled: hasRole(role ?? undefined, 'admin'), errors: 'page' }).data?.items
}

/** Whether an order was paid or refunded in the last 7 days. */
export function useHasSales(): boolean {
  const revenue = useWeekRevenue()
  return revenue !== undefined && revenue.length > 0
}
