import { ButtonLink, Link, Panel, StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readStatistics } from '../../shared/clicks.ts'
import { useLastDays } from '../statistics/useLastDays.ts'
import { useTopLinks } from './top-links.ts'

/** Clicks of the last 7 days against the 7 days before, and the links with the most. */
export default function LinkClicks() {
  const { t } = useTranslation()
  const format = useFormat()
  const links = useTopLinks() ?? []
  const { data } = useQuery(readStatistics, useLastDays(7))
  const before = data?.before ?? undefined
  const all = (
    <ButtonLink to="/links" size="compact" variant="ghost">
      {t('links.overview.all')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6">
      <StatCard
        icon="activity"
        label={t('links.overview.clicks')}
        value={data && format.number(data.clicks)}
        change={data && before && { before: before.clicks, now: data.clicks, good: 'up' }}
        hint={t('links.statistics.lastDays', { count: 7 })}
      />
      <Panel flush title={t('links.overview.top')} actions={all}>
        <ol className="divide-y divide-line border-t border-line">
          {links.map(({ id, name, clicks }) => (
            <li key={id} className="flex h-10 items-center gap-3 px-4 text-sm">
              <Link to={`/links/${id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
                {name}
              </Link>
              <span className="tabular-nums">{format.number(clicks)}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
