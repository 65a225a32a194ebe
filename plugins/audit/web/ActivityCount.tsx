import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readActivity } from '../shared/activity.ts'
import { isChartable } from './activity-points.ts'
import { usualSpan } from './activity-span.ts'

/** How much was changed lately, against the time before. */
export default function ActivityCount() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readActivity, { days: usualSpan, timeZone: format.timeZone })
  const counts = data?.items.map(({ count }) => count)
  const now = counts?.reduce((sum, count) => sum + count, 0)
  return (
    <StatCard
      icon="activity"
      label={t('audit.activity.changes')}
      value={now === undefined ? undefined : format.number(now)}
      change={now === undefined || data === undefined ? undefined : { before: data.before, now }}
      hint={t('audit.activity.lastDays', { count: usualSpan })}
      {...((data === undefined || isChartable(data)) && {
        course: { label: t('audit.activity.perDay'), values: counts },
      })}
    />
  )
}
