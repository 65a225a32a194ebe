import { hasRole, useLateQuery, useSession } from '@host/plugin-sdk'

const loadWeekSales = () => import('../../shared/week-sales.ts').then(({ readWeekSales }) => readWeekSales)

/** The revenue of the last 7 days by currency; undefined while it is on its way, and for those who see no reports. */
export function useWeekRevenue() {
  return useWeekSales().data?.items
}

/** Whether an order was paid or refunded in the last 7 days; undefined until that is known. */
export function useHasSales(): boolean | undefined {
  const { data, error, canRead } = useWeekSales()
  if (!canRead || error !== null) return false
  return data && data.items.length > 0
}

function useWeekSales() {
  const { role } = useSession()
  const canRead = hasRole(role ?? undefined, 'admin')
  return { canRead, ...useLateQuery(loadWeekSales, {}, { enabled: canRead, errors: 'page' }) }
}
