import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ChartData, ChartKind } from './chart-data.ts'
import { cellOf } from './ChartTable.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'

/** The drawing code is loaded after the surrounding page is visible. */
const Plot = lazy(async () => ({ default: (await import('./plot/Plot.tsx')).Plot }))

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

/**
 * The drawing, and the values at the place that the pointer or the arrow keys are on. For screen readers it is a slider
 * along the labels: its words are the values. Before it is moved it says the last ones.
 */
export function ChartReader({ label, kind, data, formatValue }: ChartReaderProps) {
  const { t } = useTranslation()
  const [index, setIndex] = useState<number | null>(null)
  const [place, setPlace] = useState<ChartPlace | null>(null)
  const shown = index !== null && index < data.labels.length ? index : null
  const said = shown ?? data.labels.length - 1
  function read(event: KeyboardEvent) {
    const next = moved(event.key, shown, data.labels.length)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }
  return (
    <div
      role="slider"
      aria-roledescription={t('sdk.chart.kind')}
      aria-label={t('sdk.chart.explore', { label })}
      aria-valuemin={0}
      aria-valuemax={data.labels.length - 1}
      aria-valuenow={said}
      aria-valuetext={sentence(data, said, formatValue)}
      tabIndex={0}
      onKeyDown={read}
      onBlur={() => setIndex(null)}
      className="size-full rounded-control"
    >
      <Suspense>
        <Plot kind={kind} data={data} formatValue={formatValue} index={shown} onIndex={setIndex} onPlace={setPlace} />
      </Suspense>
      {shown !== null && place?.index === shown && <ChartTooltip data={data} place={place} formatValue={formatValue} />}
    </div>
  )
}

/** Undefined for a key that says nothing here. */
function moved(key: string, index: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, (index ?? -1) + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, (index ?? count) - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' && index !== null ? null : undefined
}

function sentence({ labels, series }: ChartData, index: number, formatValue: (value: number) => string): string {
  const values = series.map(({ label, values: all }) => `${label} ${cellOf(all[index], formatValue)}`)
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}
