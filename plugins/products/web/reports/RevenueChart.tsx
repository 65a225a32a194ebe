import { useState } from 'react'
import { Chart, Panel, Select, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Revenue } from '../../shared.ts'

/** Sales and refunds by time, in one currency at once. */
export function RevenueChart({ revenue: { times, totals } }: { readonly revenue: Revenue }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState('')
  const currencies = totals.map((total) => total.currency)
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? '')
  const shown = times.filter((time) => time.currency === currency)
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
          labels: shown.map(({ start }) => format.date(`${start}T12:00:00.000Z`)),
          series: [
            { label: t('products.reports.sales'), values: shown.map(({ sales }) => Number(sales)) },
            { label: t('products.reports.refunds'), values: shown.map(({ refunds }) => Number(refunds)) },
          ],
        }}
      />
    </Panel>
  )
}
