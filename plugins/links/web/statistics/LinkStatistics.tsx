import type { ReactNode } from 'react'
import { DateRangePicker, StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readStatistics, type Statistics } from '../../shared.ts'
import { ClickPanels } from './ClickPanels.tsx'
import { SpanChoice } from './SpanChoice.tsx'
import { useSpan } from './useSpan.ts'

export interface LinkStatisticsProps {
  /** All links of the workspace when left out. */
  readonly linkId?: string
  /** Clicks that another system counted before the link was imported. */
  readonly clicksBefore?: number
  /** Buttons beside the choice of days. */
  readonly actions?: ReactNode
}

/** How often links were used: by day, and by what visits show. New clicks come in by themselves. */
export function LinkStatistics({ linkId, clicksBefore = 0, actions }: LinkStatisticsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { span, choose, chosen, setChosen, range, today, isChosen, days } = useSpan()
  const { data } = useQuery(readStatistics, { ...range, ...(linkId !== undefined && { linkId }) })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SpanChoice span={span} onChoose={choose} />
        {actions}
      </div>
      {span === 'custom' && (
        <DateRangePicker label={t('links.statistics.span')} value={chosen} onChange={setChosen} max={today} />
      )}
      <Sums
        statistics={data}
        hint={t(isChosen ? 'links.statistics.days' : 'links.statistics.lastDays', { count: days })}
      />
      {clicksBefore > 0 && (
        <p className="-mt-2 text-sm text-muted">
          {t('links.statistics.before', { clicks: format.number(clicksBefore) })}
        </p>
      )}
      <ClickPanels statistics={data} />
    </div>
  )
}

interface SumsProps {
  readonly statistics: Statistics | undefined
  /** Names the days. */
  readonly hint: string
}

function Sums({ statistics, hint }: SumsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const before = statistics?.before ?? undefined
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      <StatCard
        icon="activity"
        label={t('links.statistics.clicks')}
        value={statistics && format.number(statistics.clicks)}
        hint={hint}
        change={before && statistics && { before: before.clicks, now: statistics.clicks }}
      />
      <StatCard
        icon="users"
        label={t('links.statistics.visitors')}
        value={statistics && format.number(statistics.visitors)}
        hint={t('links.statistics.visitorsHint')}
        change={before && statistics && { before: before.visitors, now: statistics.visitors }}
      />
      <StatCard
        icon="bot"
        label={t('links.statistics.robots')}
        value={statistics && format.number(statistics.robots)}
        hint={t('links.statistics.robotsHint')}
      />
    </div>
  )
}
