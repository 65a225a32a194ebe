import { useMemo, useState } from 'react'
import { Button, ButtonLink, Chart, Panel, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { activitySpans, mostReported, type AuditActivity } from '../shared/activity.ts'
import { usualSpan, type ActivitySpan } from './activity-span.ts'
import type { AuditSource } from './audit-source.ts'

/** Activity per day, with links to the entries. */
export function ActivityPanel({ source }: { readonly source: AuditSource }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [days, setDays] = useState<ActivitySpan>(usualSpan)
  const { data } = useQuery(source.activity, { days, timeZone: format.timeZone })
  const shown = useChartData(data)
  return (
    <Panel
      title={t('audit.activity.title')}
      actions={
        <ButtonLink to={source.path} size="compact" variant="ghost">
          {t('audit.activity.all')}
        </ButtonLink>
      }
    >
      <SpanChoice days={days} onChoose={setDays} />
      <Chart
        kind="bar"
        label={t('audit.activity.perDay')}
        labelsTitle={t('audit.activity.day')}
        isLabelHidden
        data={shown}
        empty={t('audit.activity.none')}
      />
      {data?.isCut === true && (
        <p className="mt-2 text-xs text-subtle">{t('audit.activity.cut', { number: format.number(mostReported) })}</p>
      )}
    </Panel>
  )
}

interface SpanChoiceProps {
  readonly days: ActivitySpan
  readonly onChoose: (days: ActivitySpan) => void
}

function SpanChoice({ days, onChoose }: SpanChoiceProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('audit.activity.span')} className="mb-3 flex gap-1">
      {activitySpans.map((span) => (
        <Button
          key={span}
          size="compact"
          variant={span === days ? 'secondary' : 'ghost'}
          aria-pressed={span === days}
          onClick={() => onChoose(span)}
        >
          {t('audit.activity.days', { count: span })}
        </Button>
      ))}
    </div>
  )
}

/** Returns the same object for the same answer, so that the chart is not redrawn. */
function useChartData(activity: AuditActivity | undefined) {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    if (activity === undefined) return undefined
    const { items } = activity
    const hasAny = items.some(({ count }) => count > 0)
    const values = items.map(({ count }) => (hasAny ? count : null))
    return {
      labels: items.map(({ day }) => format.day(day)),
      series: [{ label: t('audit.activity.changes'), values }],
    }
  }, [activity, format, t])
}
