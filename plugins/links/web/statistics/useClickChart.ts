import { useMemo } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { Statistics } from '../../shared.ts'

/** Returns the same object for the same answer, so that the chart is not redrawn. */
export function useClickChart(statistics: Pick<Statistics, 'days' | 'clicks'> | undefined) {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    if (statistics === undefined) return undefined
    const { days, clicks } = statistics
    const values = days.map((day) => (clicks > 0 ? day.clicks : null))
    return { labels: days.map(({ day }) => format.day(day)), series: [{ label: t('links.statistics.clicks'), values }] }
  }, [statistics, format, t])
}
