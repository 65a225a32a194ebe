import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ChartData, ChartKind } from './chart-data.ts'
import { cellOf } from './ChartTable.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'

/** What draws is loaded after the page around it has been shown. */
const Plot = lazy(() => import('./plot/Plot.tsx'))

export interface ChartReaderProps {
  readonly label: string
  readonly kind: ChartKind
  readonly data: ChartData
  readonly formatValue: (value: number) => string
}

/** Where a label stands, in CSS pixels from the chart's left and top edge. */
export interface ChartPlace {
  readonly index: number
  readonly left: number
  readonly top: number
}

/** The drawing, and the values at the place that the pointer or the arrow keys are on. */
export function ChartReader({ label, kind, data, formatValue }: ChartReaderProps) {
  const { t } = useTranslation()
  const [index, setIndex] = useState<number | null>(null)
  const [place, setPlace] = useState<ChartPlace | null>(null)
  const shown = index !== null && index < data.labels.length ? index : null
  function read(event: KeyboardEvent) {
    const next = moved(event.key, shown, data.labels.length)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }
  return (
    <div
      role="application"
      aria-roledescription={t('sdk.chart.kind')}
      aria-label={t('sdk.chart.explore', { label })}
      tabIndex={0}
      onKeyDown={read}
      onBlur={() => setIndex(null)}
      className="size-full rounded-control"
    >
      <Suspense>
        <Plot kind={kind} data={data} formatValue={formatValue} index={shown} onIndex={setIndex} onPlace={setPlace} />
      </Suspense>
      {shown !== null && place?.index === shown && <ChartTooltip data={data} place={place} formatValue={formatValue} />}
      <output className="sr-only">{shown !== null && sentence(data, shown, formatValue)}</output>
    </div>
  )
}

/** Undefined for a key that says nothing here. */
function moved(key: string, index: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === 'ArrowRight') return Math.min(last, (index ?? -1) + 1)
  if (key === 'ArrowLeft') return Math.max(0, (index ?? count) - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' && index !== null ? null : undefined
}

function sentence({ labels, series }: ChartData, index: number, formatValue: (value: number) => string): string {
  const values = series.map(({ label, values: all }) => `${label} ${cellOf(all[index], formatValue)}`)
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}
