import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isKnown } from './chart-data.ts'
import { cellOf, ChartTable } from './ChartTable.tsx'
import { tintOf } from './tints.ts'

export interface HeatmapProps {
  /** Title of the count; names the image and its table. */
  readonly label: string
  /** From left to right, each once, such as hours. */
  readonly columns: readonly string[]
  /** From top to bottom, such as days of the week, each with a number per column. */
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[]
  /** Heads the columns in the table, such as "Hour". */
  readonly columnsTitle: string
  readonly formatValue?: (value: number) => string
}

const [cell, gap, side, foot] = [16, 3, 44, 18]

/**
 * Amounts in a grid, as tints of one color. The numbers are in a table for screen readers.
 * @example <Heatmap label={t('links.clicks')} columnsTitle={t('links.hour')} columns={hours} rows={[{ label: t('links.monday'), values }]} />
 * @since 1.0.0
 */
export function Heatmap({ label, columns, rows, columnsTitle, formatValue }: HeatmapProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const write = formatValue ?? format.number
  const most = Math.max(0, ...rows.flatMap(({ values }) => values.filter(isKnown)))
  const [width, height] = [side + columns.length * (cell + gap), rows.length * (cell + gap) + foot]
  const step = Math.max(1, Math.ceil(columns.length / 8))
  const series = rows.map(({ label: name, values }) => ({ label: name, values }))
  return (
    <figure className="min-w-0">
      <svg aria-hidden width={width} viewBox={`0 0 ${width} ${height}`} className="h-auto max-w-full text-xs">
        {rows.map((row, line) => (
          <g key={row.label}>
            <text x="0" y={line * (cell + gap) + 12} className="fill-subtle">
              {row.label}
            </text>
            {row.values.map((value, column) => (
              <rect
                key={columns[column]}
                x={side + column * (cell + gap)}
                y={line * (cell + gap)}
                width={cell}
                height={cell}
                rx="3"
                className={!(value > 0) ? 'fill-sunken' : tintOf(levelOf(value, most))}
              >
                <title>{`${row.label}, ${columns[column] ?? ''}: ${cellOf(value, write)}`}</title>
              </rect>
            ))}
          </g>
        ))}
        {columns.map((name, column) =>
          column % step === 0 ? (
            <text key={name} x={side + column * (cell + gap)} y={height - 4} className="fill-subtle">
              {name}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="mt-2 flex items-center gap-1.5 text-xs text-subtle">
        <span>{t('sdk.chart.less')}</span>
        {[4, 3, 2, 1, 0].map((level) => (
          <svg key={level} aria-hidden width="10" height="10" className={tintOf(level)}>
            <rect width="10" height="10" rx="2" />
          </svg>
        ))}
        <span>{t('sdk.chart.more')}</span>
      </figcaption>
      <ChartTable label={label} labelsTitle={columnsTitle} data={{ labels: columns, series }} formatValue={write} />
    </figure>
  )
}

/** 0 for the most, 4 for the least that is more than nothing. */
function levelOf(value: number, most: number): number {
  return most === 0 ? 4 : Math.min(4, Math.max(0, Math.ceil((1 - value / most) * 5) - (value === most ? 0 : 1)))
}
