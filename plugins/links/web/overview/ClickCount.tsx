import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readStatistics } from '../../shared/clicks.ts'
import { useLastDays } from '../statistics/useLastDays.ts'

/** Clicks of all links in the last 7 days, against the 7 days before. */
export default function ClickCount() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readStatistics, useLastDays(7))
  const before = data?.before ?? undefined
  return (
    <StatCard
      icon="activity"
      label={t('links.overview.clicks')}
      value={data && format.number(data.clicks)}
      change={data && before && { before: before.clicks, now: data.clicks, good: 'up' }}
      hint={t('links.statistics.lastDays', { count: 7 })}
    />
  )
}
