import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isKnown } from './chart-data.ts'

export interface SparklineProps {
  /** Name of the series; its first, last and highest values are announced with it. */
  readonly label: string
  /** In their order, two or more. */
  readonly values: readonly number[]
  readonly formatValue?: (value: number) => string
}

/**
 * The course of a number, as high as a line of text, without axes.
 * @example <Sparkline label={t('notes.lastWeek')} values={[3, 5, 4, 8]} />
 * @since 1.0.0
 */
export function Sparkline({ label, values: given, formatValue }: SparklineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const write = formatValue ?? format.number
  const values = given.filter(isKnown)
  if (values.length < 2) return null
  const points = pointsOf(values)
  const facts = {
    label,
    first: write(values[0] ?? 0),
    last: write(values.at(-1) ?? 0),
    most: write(Math.max(...values)),
  }
  return (
    <svg
      role="img"
      aria-label={t('sdk.chart.course', facts)}
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="block h-6 w-full overflow-visible"
    >
      <path d={`M0 24L${points}L100 24Z`} className="fill-chart-5" />
      <path
        d={`M${points}`}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-chart-1"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** From the left edge to the right, the highest at the top; nothing is at the bottom. */
function pointsOf(values: readonly number[]): string {
  const least = Math.min(0, ...values)
  const span = Math.max(0, ...values) - least || 1
  return values
    .map((value, index) => {
      const left = (index / (values.length - 1)) * 100
      const top = 22 - ((value - least) / span) * 20
      return `${left.toFixed(2)} ${top.toFixed(2)}`
    })
    .join('L')
}
