import { useState } from 'react'
import { Chart, Panel, Select, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Revenue } from '../../shared.ts'
import { spansOf, type ReportSpan } from './spans-of.ts'

export interface RevenueChartProps {
  readonly revenue: Revenue
  readonly span: ReportSpan
}

/** Sales and refunds by time, in one currency at once. */
export function RevenueChart({ revenue: { times, totals }, span }: RevenueChartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState('')
  const currencies = totals.map((total) => total.currency)
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? '')
  const own = new Map(times.filter((time) => time.currency === currency).map((time) => [time.start, time]))
  const starts = spansOf(span)
  return (
    <Panel
      title={t('products.reports.byTime')}
      actions={
        currencies.length > 1 && (
          <Select
            label={t('products.discounts.currency')}
            value={currency}
            options={currencies.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        )
      }
    >
      <Chart
        kind="bar"
        label={t('products.reports.byTime')}
        isLabelHidden
        labelsTitle={t('products.reports.start')}
        formatValue={(value) => format.money(value, currency)}
        data={{
          labels: starts.map((start) =>
            span.unit === 'month' ? format.date(`${start}T12:00:00.000Z`) : format.day(start),
          ),
          series: [
            { label: t('products.reports.sales'), values: starts.map((start) => Number(own.get(start)?.sales ?? 0)) },
            {
              label: t('products.reports.refunds'),
              values: starts.map((start) => Number(own.get(start)?.refunds ?? 0)),
            },
          ],
        }}
      />
    </Panel>
  )
}
