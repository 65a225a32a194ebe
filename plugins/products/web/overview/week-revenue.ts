import { useState } from 'react'
import { usePermission, useQuery } from '@host/plugin-sdk'
import { readRevenue } from '../../shared/reports.ts'

const day = 86_400_000

/** The revenue of the last 7 days; undefined while it is on its way, and for those who see no reports. */
export function useWeekRevenue() {
  const canRead = usePermission(readRevenue)
  const [openedAt] = useState(() => Date.now())
  const [from = '', to = ''] = [openedAt - 6 * day, openedAt].map((moment) =>
    new Date(moment).toISOString().slice(0, 10),
  )
  return useQuery(readRevenue, { from, to, unit: 'day' }, { enabled: canRead, errors: 'page' }).data
}

/** Whether an order was paid or refunded in the last 7 days. */
export function useHasSales(): boolean {
  const revenue = useWeekRevenue()
  return revenue !== undefined && revenue.totals.length > 0
}
