import { useMemo } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { Statistics } from '../../shared.ts'

/** Returns the same object for the same answer, so that the chart is not redrawn. */
export function useClickChart(statistics: Statistics | undefined) {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    if (statistics === undefined) return undefined
    const { days, clicks } = statistics
    const counted = (counts: readonly number[]) => counts.map((count) => (clicks > 0 ? count : null))
    return {
      labels: days.map(({ day }) => format.day(day)),
      series: [
        { label: t('links.statistics.clicks'), values: counted(days.map((day) => day.clicks)) },
        { label: t('links.statistics.visitors'), values: counted(days.map((day) => day.visitors)) },
      ],
    }
  }, [statistics, format, t])
}
