import { usePermission, useQuery } from '@host/plugin-sdk'
import { readWeekSales } from '../../shared/week-sales.ts'

/** The revenue of the last 7 days by currency; undefined while it is on its way, and for those who see no reports. */
export function useWeekRevenue() {
  const canRead = usePermission(readWeekSales)
  return useQuery(readWeekSales, {}, { enabled: canRead, errors: 'page' }).data?.items
}

/** Whether an order was paid or refunded in the last 7 days. */
export function useHasSales(): boolean {
  const revenue = useWeekRevenue()
  return revenue !== undefined && revenue.length > 0
}
