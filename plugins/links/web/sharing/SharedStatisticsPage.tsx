import { StatCard, useFormat, usePublicPage, useTranslation } from '@host/plugin-sdk'
import { linkLimits, sharedStatistics } from '../../shared.ts'
import { ClickPanels } from '../statistics/ClickPanels.tsx'

/** Statistics of a link, for everyone who has the address of the page. */
export default function SharedStatisticsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = usePublicPage(sharedStatistics)
  const { clicks, visitors, name, shortUrl, url } = data
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1 className="text-xl font-semibold wrap-anywhere">
          <a href={shortUrl} rel="noreferrer" className="hover:underline">
            {name}
          </a>
        </h1>
        {url !== null && <p className="text-sm wrap-anywhere text-muted">{t('links.sharing.leadsTo', { url })}</p>}
        <p className="text-sm text-muted">{t('links.sharing.days', { count: linkLimits.sharedDays })}</p>
      </header>
      <div className="grid grid-cols-2 gap-4">
        <StatCard
          icon="activity"
          label={t('links.statistics.clicks')}
          value={format.number(clicks)}
          hint={t('links.statistics.robotsHint')}
        />
        <StatCard
          icon="users"
          label={t('links.statistics.visitors')}
          value={format.number(visitors)}
          hint={t('links.statistics.visitorsHint')}
        />
      </div>
      <ClickPanels statistics={data} />
    </div>
  )
}
