import { useState } from 'react'
import {
  ButtonLink,
  DateRangePicker,
  EmptyState,
  ErrorNote,
  Field,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Select,
  Skeleton,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { exportRevenue, readRevenue, readSubscriptions, reportUnits, type ReportUnit } from '../../shared.ts'
import { RevenueChart, type RevenueChartProps } from './RevenueChart.tsx'
import { ProductRevenue, RevenueTotals, Subscriptions } from './RevenueTables.tsx'

/** The revenue by time, product and currency. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const [range, setRange] = useState(lastDays)
  const [unit, setUnit] = useState<ReportUnit>('day')
  // A range without an end keeps the report of the last whole one.
  const [asked, setAsked] = useState(range)
  const input = { ...asked, unit }
  const { data, error } = useQuery(readRevenue, input, { errors: 'page' })
  const subscriptions = useQuery(readSubscriptions, {}, { errors: 'page' })
  function choose(next: typeof range) {
    setRange(next)
    if (isWhole(next)) setAsked(next)
  }
  return (
    <>
      <PageHeader
        title={t('products.reports.title')}
        description={t('products.reports.description')}
        actions={
          <>
            <HelpLink slug="sales-reports" />
            <ButtonLink calls={exportRevenue} icon="download" to={exportAddress(input)} download>
              {t('products.reports.export')}
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,28rem)_12rem]">
          <Field label={t('products.reports.range')}>
            <DateRangePicker value={range} onChange={choose} />
          </Field>
          <Field label={t('products.reports.unit')}>
            <Select
              value={unit}
              options={reportUnits.map((value) => ({ value, label: t(`products.reports.units.${value}`) }))}
              onChange={setUnit}
            />
          </Field>
        </div>
        <ErrorNote error={error} />
        {data === undefined && error === null && (
          <LoadingRegion>
            <Skeleton className="h-96 w-full" />
          </LoadingRegion>
        )}
        {data !== undefined && error === null && (
          <>
            <RevenueReport revenue={data} span={input} />
            {subscriptions.data !== undefined && <Subscriptions counts={subscriptions.data} />}
          </>
        )}
      </div>
    </>
  )
}

function RevenueReport({ revenue, span }: RevenueChartProps) {
  const { t } = useTranslation()
  if (revenue.totals.length === 0) {
    return <EmptyState title={t('products.reports.none')}>{t('products.reports.noneHelp')}</EmptyState>
  }
  return (
    <>
      <RevenueTotals revenue={revenue} />
      <RevenueChart revenue={revenue} span={span} />
      <ProductRevenue revenue={revenue} />
    </>
  )
}

/** The address of the report as a file. */
function exportAddress(input: Readonly<Record<string, string>>): string {
  return `~${exportRevenue.pattern.slice('GET '.length)}?${new URLSearchParams(input)}`
}

const shownDays = 30

function lastDays() {
  const now = new Date()
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - shownDays + 1)
  return { from: dayOf(first), to: dayOf(now) }
}

function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

function isWhole({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return [from, to].every((day) => /^2\d{3}-\d\d-\d\d$/.test(day)) && from <= to
}
