import type { ReactNode } from 'react'
import { LoadingRegion, Skeleton } from '../components/Skeleton.tsx'
import { classNames } from '../components/class-names.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isEmptyChart, type ChartData, type ChartKind } from './chart-data.ts'
import { ChartReader } from './ChartReader.tsx'
import { ChartTable } from './ChartTable.tsx'

export interface ChartProps {
  /** Title of the chart; used as the caption and as the name for screen readers. */
  readonly label: string
  /** Hides the caption where a heading says the same. */
  readonly isLabelHidden?: boolean
  /** `line` when left out: a course. `area`: a course of one amount. `bar`: amounts beside each other. */
  readonly kind?: ChartKind
  /** Undefined while it is on its way: the place is kept. */
  readonly data: ChartData | undefined
  /** Heads the labels in the table, such as "Day". */
  readonly labelsTitle: string
  /** How values are written; as plain numbers when left out. */
  readonly formatValue?: (value: number) => string
  /** Said in place of a chart that has nothing to show. */
  readonly empty?: ReactNode
  /** `tall` is 240 px high, `short` 160 px; `tall` when left out. */
  readonly size?: 'tall' | 'short'
}

/**
 * A line, area or bar chart. The same data is in a table for screen readers; pointer and arrow keys read single values.
 * @example
 * <Chart label={t('notes.perDay')} kind="bar" labelsTitle={t('notes.day')} data={{ labels: days, series: [{ label: t('notes.count'), values }] }} />
 * @since 1.0.0
 */
export function Chart(props: ChartProps) {
  const { label, isLabelHidden = false, data, size = 'tall', labelsTitle } = props
  const format = useFormat()
  const formatValue = props.formatValue ?? format.number
  return (
    <figure className="min-w-0">
      <figcaption className={isLabelHidden ? 'sr-only' : 'mb-2 text-sm text-muted'}>{label}</figcaption>
      <div className={classNames('relative', size === 'tall' ? 'h-60' : 'h-40')}>
        <ChartState {...props} formatValue={formatValue} />
      </div>
      {data !== undefined && !isEmptyChart(data) && (
        <ChartTable label={label} labelsTitle={labelsTitle} data={data} formatValue={formatValue} />
      )}
    </figure>
  )
}

function ChartState(props: ChartProps & { readonly formatValue: (value: number) => string }) {
  const { label, kind = 'line', data, empty, formatValue } = props
  const { t } = useTranslation()
  if (data === undefined) {
    return (
      <LoadingRegion className="h-full">
        <Skeleton className="h-full" />
      </LoadingRegion>
    )
  }
  if (isEmptyChart(data)) {
    return (
      <div className="flex h-full items-center justify-center rounded-control bg-sunken p-4 text-center text-sm text-subtle">
        {empty ?? t('sdk.chart.empty')}
      </div>
    )
  }
  return <ChartReader label={label} kind={kind} data={data} formatValue={formatValue} />
}
