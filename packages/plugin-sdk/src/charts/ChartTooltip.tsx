import { classNames } from '../components/class-names.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartPlace } from './ChartReader.tsx'
import { cellOf } from './ChartTable.tsx'
import { tintOf } from './tints.ts'

export interface ChartTooltipProps {
  readonly data: ChartData
  readonly place: ChartPlace
  readonly formatValue: (value: number) => string
}

/** The values at one place, beside it: on the side where there is room. */
export function ChartTooltip({ data: { labels, series }, place, formatValue }: ChartTooltipProps) {
  const isLate = place.index > labels.length / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 z-10"
      style={{ translate: `${place.left}px ${Math.max(0, place.top)}px` }}
    >
      <div
        className={classNames(
          'absolute -top-4 rounded-control border border-line bg-raised px-2 py-1 text-xs whitespace-nowrap shadow-float',
          isLate ? 'right-3' : 'left-3',
        )}
      >
        <p className="text-subtle">{labels[place.index]}</p>
        {series.map(({ label, values }, index) => (
          <p key={label} className="flex items-center gap-1.5">
            <svg width="8" height="8" className={tintOf(index)}>
              <rect width="8" height="8" rx="2" />
            </svg>
            {series.length > 1 && <span className="text-muted">{label}</span>}
            <span className="font-semibold">{cellOf(values[place.index], formatValue)}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
