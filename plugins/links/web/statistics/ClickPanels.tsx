import { Chart, Panel, useTranslation } from '@host/plugin-sdk'
import type { Statistics } from '../../shared.ts'
import { FacetPanels } from './FacetPanels.tsx'
import { useClickChart } from './useClickChart.ts'

/** Clicks of each day, and the values that their visits show most often. */
export function ClickPanels({
  statistics,
}: {
  readonly statistics: Pick<Statistics, 'days' | 'clicks' | 'facets'> | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <Panel title={t('links.statistics.perDay')}>
        <Chart
          kind="bar"
          label={t('links.statistics.perDay')}
          labelsTitle={t('links.statistics.day')}
          isLabelHidden
          data={useClickChart(statistics)}
          empty={t('links.statistics.none')}
        />
      </Panel>
      {statistics !== undefined && statistics.clicks > 0 && (
        <FacetPanels facets={statistics.facets} clicks={statistics.clicks} />
      )}
    </>
  )
}
