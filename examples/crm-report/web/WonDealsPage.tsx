import { Chart, EmptyState, PageHeader, Panel, SkeletonRows } from '@host/plugin-sdk'
import { useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readWonDeals } from 'host-plugin-crm-report/shared'

export default function WonDealsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readWonDeals)
  return (
    <>
      <PageHeader title={t('crm-report.title')} description={t('crm-report.description')} />
      {data === undefined && <SkeletonRows rows={6} />}
      {data?.sums.length === 0 && <EmptyState title={t('crm-report.empty')}>{t('crm-report.emptyNext')}</EmptyState>}
      <div className="flex flex-col gap-4">
        {data?.sums.map(({ currency, amounts }) => (
          <Panel key={currency}>
            <Chart
              kind="bar"
              label={t('crm-report.label', { currency })}
              labelsTitle={t('crm-report.month')}
              data={{ labels: data.months.map(format.month), series: [{ label: currency, values: amounts }] }}
              formatValue={(amount) => format.money(amount, currency)}
            />
          </Panel>
        ))}
      </div>
    </>
  )
}
